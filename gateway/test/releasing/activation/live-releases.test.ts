import { expect, test } from 'vitest';
import { findRelease, liveDigest } from '../../../src/releasing/activation/live-releases.ts';
import { shellRelease, version } from '../../fixtures/fixture-release.ts';
import { setUpSite } from '../../fixtures/test-changes.ts';

const [one, two] = [version('one'), version('two')];

test.each(['news', 'constructor', '__proto__'])('%s is refused as an unknown app', (app) => {
  expect(() => liveDigest({ docs: one.release }, app)).toThrow(
    expect.objectContaining({ code: 'GW_APP_UNKNOWN' }),
  );
});

test('an admitted release is returned for the start of its digest', async () => {
  const { state, publish, receive } = await setUpSite([shellRelease(), one]);
  await publish(two);
  const { digest } = one.release;
  for (const start of [digest, digest.slice(0, 6)])
    expect((await findRelease(state, 'docs', start, 'live')).digest).toBe(digest);
  const three = version('three');
  await receive(three);
  const unknown = { code: 'GW_RELEASE_UNKNOWN' };
  for (const start of [digest.slice(0, 5), three.release.digest, '%', 'z'.repeat(64), ''])
    await expect(findRelease(state, 'docs', start, 'live')).rejects.toMatchObject(unknown);
});

test('a start of a digest that fits several releases is refused with their digests', async () => {
  const digests = ['a'.repeat(64), 'a'.repeat(8) + 'b'.repeat(56)];
  const state = {
    releases: async () => digests.map((digest) => ({ digest, state: 'admitted' })),
    release: async (_: string, digest: string) => ({ digest }),
  };
  const find = (start: string) => findRelease(state as never, 'docs', start, 'any');
  await expect(find('a'.repeat(8))).rejects.toMatchObject({
    code: 'GW_RELEASE_AMBIGUOUS',
    status: 409,
    message: expect.stringContaining('aaaaaaaaaaaa, aaaaaaaabbbb') as string,
  });
  expect(await find('a'.repeat(9))).toMatchObject({ digest: digests[0] });
});
