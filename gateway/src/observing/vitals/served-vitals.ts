import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { ReleaseVitals } from './vitals.ts';

/** What is told while the site is served, as figures of the release that it is of. */
export interface ServedVitals {
  rendered(of: { app: string; release: string; route: string }, ms: number): void;
  /** A page waited for an upstream. */
  waited(app: string, ms: number): void;
  /** A look for a finished document or payload. @param times how often. */
  looked(whose: { app: string; digest?: string | undefined }, found: boolean, times?: number): void;
}

/** @param on false: nothing is measured. */
export function createServedVitals(
  figures: Pick<ReleaseVitals, 'note' | 'answered'>,
  { live, on }: { live: () => { composition: Composition } | undefined; on: boolean },
): ServedVitals {
  if (!on) return { rendered() {}, waited() {}, looked() {} };
  return {
    rendered: (of, ms) => figures.note(of, 'render', ms),
    waited(app, ms) {
      const release = live()?.composition.apps[app];
      if (release !== undefined) figures.note({ app, release, route: '' }, 'upstream', ms);
    },
    looked({ app, digest: release }, found, times = 1) {
      if (release !== undefined) figures.answered({ app, release, route: '' }, times, found ? times : 0);
    },
  };
}
