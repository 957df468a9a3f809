import type { Finding } from '@voltframe/kit/contract/operations/finding';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { checkComposition } from '../admission/check-composition.ts';
import type { ClientCheck } from '../admission/check-client.ts';
import type { TransferSizes } from '../admission/measure-transfer.ts';
import { runCandidate } from '../admission/run-candidate.ts';
import { compose } from '../compositions/compose.ts';
import type { ServedComposition } from '../compositions/served-composition.ts';
import type { Site } from '../compositions/site.ts';

export interface CandidatesOptions {
  site: Site;
  siteConfig: SiteConfig;
  pagesPerRoute: number;
  /** False for development builds, which are large. */
  budgets: boolean;
  measure(releases: Release[]): Promise<TransferSizes>;
  checkClient: ClientCheck;
  now: () => number;
}

/** One release of every app, by app. */
export type Releases = Record<string, Release>;

/** The live composition that a change starts from; `id` is null before the first one. */
export interface Base {
  id: string | null;
  releases: Releases;
}

/** Compositions that may go live. Nothing here changes the site. */
export interface Candidates {
  base(): Base;
  prepare(releases: Releases): Promise<ServedComposition>;
  /**
   * The checks that run nothing: whether these releases fit each other by what they state.
   * @param changed the apps whose release is new: only they are accused of what lies between two apps.
   */
  check(releases: Releases, changed: ReadonlySet<string>): Finding[];
  /** All checks. @returns what is wrong, or a candidate that is ready to go live: activate or discard it. */
  admit(
    releases: Releases,
    changed: ReadonlySet<string>,
  ): Promise<{ findings: Finding[]; candidate?: ServedComposition }>;
  discard(candidate: ServedComposition): void;
}

const NOTHING_MEASURED: TransferSizes = new Map();

export function createCandidates(options: CandidatesOptions): Candidates {
  const { site, siteConfig, now } = options;
  const prepare = (releases: Releases) =>
    site.prepare(compose(Object.values(releases), siteConfig, now(), sha256), releases);
  const discard = (candidate: ServedComposition) => site.discard(candidate);
  const check = (releases: Releases, changed: ReadonlySet<string>, measured?: TransferSizes) =>
    checkComposition(Object.values(releases), changed, measured ?? NOTHING_MEASURED).filter(
      ({ code }) => measured !== undefined || code !== admissionErrors.BUDGET.code,
    );
  return {
    base: () => ({ id: site.live()?.composition.id ?? null, releases: site.live()?.releases ?? {} }),
    prepare,
    discard,
    check: (releases, changed) => check(releases, changed),
    async admit(releases, changed) {
      const own = Object.values(releases).filter(({ app }) => changed.has(app));
      const findings = check(releases, changed, options.budgets ? await options.measure(own) : undefined);
      if (findings.length > 0) return { findings };
      const candidate = await prepare(releases);
      try {
        const defects = await Promise.all([
          runCandidate(candidate, changed, options.pagesPerRoute),
          options.checkClient(releases, changed),
        ]);
        if (defects.every((found) => found.length === 0)) return { findings: [], candidate };
        discard(candidate);
        return { findings: defects.flat() };
      } catch (error) {
        discard(candidate);
        throw error;
      }
    },
  };
}
