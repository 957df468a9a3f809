import { expect, test, vi } from 'vitest';
import { createPreviews } from '../../../src/releasing/activation/previews.ts';
import { createPreviewReader } from '../../../src/serving/compositions/previews.ts';
import { createSignedValues } from '../../../src/platform/secrets/signed-values.ts';
import { composed } from '../../fixtures/composed.ts';
import { shellRelease, version } from '../../fixtures/fixture-release.ts';
import { LEASE_MS, setUpSite } from '../../fixtures/test-changes.ts';

const [shell, two] = [shellRelease(), version('two')];

async function setUp() {
  const setup = await setUpSite([shell, version('one')]);
  await setup.receive(two);
  const now = () => setup.clock.now;
  const signed = createSignedValues('a secret', 'preview', now);
  const options = { ...setup, signed, leaseMs: LEASE_MS, now };
  const quotas = { previews: async () => [], keepPreview: async () => {} };
  const limits = { previews: Infinity, previewBytes: Infinity };
  const previews = {
    ...createPreviews({ ...options, quotas, limits }),
    open: createPreviewReader(options),
  };
  const { composition } = composed([shell, two]);
  const kept = await previews.keep(composition, [two.release]);
  const [, token = ''] = /^http:\/\/localhost:3000\/-\/preview\/(.+)$/.exec(kept.url) ?? [];
  return { ...setup, signed, previews, composition, kept, token };
}

test('a candidate is kept beside the live composition, and its address opens it', async () => {
  const { previews, token, composition, kept, clock, live } = await setUp();
  const opened = await previews.open(token);
  expect([opened!.served.composition.id, opened!.until]).toEqual([composition.id, kept.until]);
  expect([kept.until, live()['docs']]).toEqual([clock.now + LEASE_MS, version('one').release.digest]);
});

test('its files are answered from then on', async () => {
  const { site } = await setUp();
  expect(await site.asset('docs', 'two.0000000009.js')).toBeDefined();
});

test('it opens nothing when it expired, was changed, names what is not kept, or is not there', async () => {
  const { previews, token, clock, signed } = await setUp();
  const gone = signed.sign('f'.repeat(32), clock.now + LEASE_MS);
  for (const bad of [`${token.slice(0, -4)}AAAA`, gone, 'x', '', undefined])
    expect([bad, await previews.open(bad)]).toEqual([bad, undefined]);
  clock.now += LEASE_MS;
  expect(await previews.open(token)).toBeUndefined();
});

test('what differs from the live site is looked up when it is asked for, not at every request', async () => {
  const { previews, token, state } = await setUp();
  const looked = vi.spyOn(state, 'release');
  const opened = await previews.open(token);
  expect(looked).not.toHaveBeenCalled();
  expect(await opened!.differs()).toEqual([{ app: 'docs', digest: two.release.digest }]);
});

test('while the database is away, what differs is told by its digest', async () => {
  const { previews, token, state } = await setUp();
  const opened = await previews.open(token);
  vi.spyOn(state, 'release').mockRejectedValue(new Error('away'));
  expect(await opened!.differs()).toEqual([{ app: 'docs', digest: two.release.digest }]);
});
