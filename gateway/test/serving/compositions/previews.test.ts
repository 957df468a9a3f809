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

test('a preview is kept beside the live composition, and its address opens it', async () => {
  const { open, token, composition, clock, live } = await setUp();
  const opened = await open(token);
  expect([opened!.served.composition.id, opened!.apps]).toEqual([composition.id, ['docs']]);
  expect([opened!.until, live()['docs']]).toEqual([clock.now + LEASE_MS, version('one').release.digest]);
});

test('its files are answered from then on', async () => {
  const { site } = await setUp();
  expect(await site.asset('docs', 'two.0000000009.js')).toBeDefined();
});

test('it opens nothing when it expired, was changed, names what is not kept, or is not there', async () => {
  const { open, token, clock, signed } = await setUp();
  const gone = signed.sign('f'.repeat(32), clock.now + LEASE_MS);
  for (const bad of [`${token.slice(0, -4)}AAAA`, gone, 'x', '', undefined])
    expect([bad, await open(bad)]).toEqual([bad, undefined]);
  clock.now += LEASE_MS;
  expect(await open(token)).toBeUndefined();
});

test('a forged address costs no look into the database', async () => {
  const { open, token, state } = await setUp();
  const looked = vi.spyOn(state, 'composition');
  await open(`${token.slice(0, -4)}AAAA`);
  expect(looked).not.toHaveBeenCalled();
});

test('the address of an earlier gateway, which names a composition, opens that', async () => {
  const { open, signed, composition, clock } = await setUp();
  const opened = await open(signed.sign(composition.id, clock.now + LEASE_MS));
  expect([opened!.served.composition.id, opened!.apps, opened!.ageMs]).toEqual([
    composition.id,
    undefined,
    0,
  ]);
});

test('what differs from the live site is looked up when it is asked for, not at every request', async () => {
  const { open, token, state } = await setUp();
  await open(token);
  const looked = vi.spyOn(state, 'release');
  const opened = await open(token);
  expect(looked).not.toHaveBeenCalled();
  expect(await opened!.differs()).toEqual([{ app: 'docs', digest: two.release.digest }]);
});

test('while the database is away, what differs is told by its digest', async () => {
  const { open, token, state } = await setUp();
  const opened = await open(token);
  vi.spyOn(state, 'release').mockRejectedValue(new Error('away'));
  expect(await opened!.differs()).toEqual([{ app: 'docs', digest: two.release.digest }]);
});
