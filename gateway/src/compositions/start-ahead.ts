import { SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { RenderPool } from '../render/render-pool.ts';

/**
 * Starts the processes of a first start as its releases come in: while the largest is read, those of the others load.
 * @returns takes what came in. One that does not load is told of when it is checked.
 */
export function createStartAhead({ use }: Pick<RenderPool, 'use'>): (release: Release) => void {
  const releases: Record<string, Release> = {};
  return (release) => {
    releases[release.app] = release;
    if (!releases[SHELL]) return;
    const apps = release.app === SHELL ? Object.keys(releases) : [release.app];
    for (const app of apps)
      use({ app, releases: { ...releases } }, false)
        .start()
        .catch(() => {});
  };
}
