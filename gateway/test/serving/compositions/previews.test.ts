import { expect, test, vi } from 'vitest';
import { shellRelease, version } from '../../fixtures/fixture-release.ts';
import { LEASE_MS } from '../../fixtures/test-changes.ts';
import { setUpPreviews } from '../../fixtures/test-previews.ts';

const two = version('two');

async function setUp() {
  const setup = await setUpPreviews([shellRelease(), version('one')]);
  const token = await setup.keep([two.release]);
  return { ...setup, token, composition: setup.changes.composed([two.release]).composition };
}

test('the address of a preview opens its composition without changing the live one', async () => {
  const { open, token, composition, clock, live } = await setUp();
  const opened = await open(token);
  expect([opened!.served.composition.id, opened!.apps]).toEqual([composition.id, ['docs']]);
  expect([opened!.until, live()['docs']]).toEqual([clock.now + LEASE_MS, version('one').release.digest]);
});

test('serves the files of a preview', async () => {
  const { site } = await setUp();
  expect(await site.asset('docs', 'two.0000000009.js')).toBeDefined();
});

test('opens nothing for an expired, changed, unknown, malformed or missing token', async () => {
  const { open, token, clock, signed } = await setUp();
  const gone = signed.sign('f'.repeat(32), clock.now + LEASE_MS);
  for (const bad of [`${token.slice(0, -4)}AAAA`, gone, 'x', '', undefined])
    expect([bad, await open(bad)]).toEqual([bad, undefined]);
  clock.now += LEASE_MS;
  expect(await open(token)).toBeUndefined();
});

test('does not query the database for a forged token', async () => {
  const { open, token, state } = await setUp();
  const query = vi.spyOn(state, 'composition');
  await open(`${token.slice(0, -4)}AAAA`);
  expect(query).not.toHaveBeenCalled();
});

test('reads the differences from the live site only on demand', async () => {
  const { open, token, state } = await setUp();
  await open(token);
  const query = vi.spyOn(state, 'release');
  const opened = await open(token);
  expect(query).not.toHaveBeenCalled();
  expect(await opened!.differs()).toEqual([{ app: 'docs', digest: two.release.digest }]);
});

test('lists the differences by digest while the database is away', async () => {
  const { open, token, state } = await setUp();
  const opened = await open(token);
  vi.spyOn(state, 'release').mockRejectedValue(new Error('away'));
  expect(await opened!.differs()).toEqual([{ app: 'docs', digest: two.release.digest }]);
});
