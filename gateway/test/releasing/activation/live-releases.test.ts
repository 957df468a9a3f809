import { expect, test } from 'vitest';
import { findRelease, liveDigest } from '../../../src/releasing/activation/live-releases.ts';
import { version } from '../../fixtures/fixture-release.ts';

test.each(['news', 'constructor', '__proto__'])('%s is refused as an unknown app', (app) => {
  expect(() => liveDigest({ docs: version('one').release }, app)).toThrow(
    expect.objectContaining({ code: 'GW_APP_UNKNOWN' }),
  );
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
