import type { Release } from '@voltframe/kit/contract/release/release';
import { expect, test } from 'vitest';
import { keptReleases, type KeptReleasesPorts } from '../../../src/observing/errors/kept-releases.ts';

const [LIVE, OLD] = ['a'.repeat(32), 'b'.repeat(32)];
const releases = { docs: { app: 'docs', digest: 'd2' } } as unknown as Record<string, Release>;

interface Made {
  activatedAt?: number;
  /** Of the composition that was live before. */
  kept?: boolean;
  fails?: boolean;
}

function find(id: string, { activatedAt = 1, kept = true, fails = !kept }: Made = {}) {
  const composition = { id: OLD, apps: { docs: 'd1' } };
  const ports = {
    state: {
      composition: async (named: string) => (named === OLD ? { composition, activatedAt } : undefined),
      release: async () => (kept ? { release: {} } : undefined),
    },
    site: () => ({
      live: () => ({ composition: { id: LIVE }, releases }),
      async releasesOf() {
        if (fails) throw new Error('The release docs@d1 is not in the store');
        return { docs: { app: 'docs', digest: 'd1' } };
      },
    }),
  } as unknown as KeptReleasesPorts;
  return keptReleases(ports, id);
}

test('the releases of what is and was live are found; nothing is of what never was', async () => {
  expect(await find(LIVE)).toBe(releases);
  expect(await find(OLD)).toMatchObject({ docs: { digest: 'd1' } });
  expect(await find(OLD, { activatedAt: 0 })).toBeUndefined();
  expect(await find('c'.repeat(32))).toBeUndefined();
});

test('a composition whose releases are not kept any more has none, and fails nobody', async () => {
  expect(await find(OLD, { kept: false })).toBeUndefined();
});

test('what fails for another reason is tried again', async () => {
  await expect(find(OLD, { fails: true })).rejects.toThrow('not in the store');
});
