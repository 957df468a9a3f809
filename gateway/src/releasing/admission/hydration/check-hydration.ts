import { LRUCache } from 'lru-cache';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { interactiveIslands } from '@voltframe/kit/contract/page/interactive-island';
import { canonicalJson } from '@voltframe/kit/contract/release/digest';
import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { type CandidatePage, candidatePages, errorScreens, scriptsDigest } from './candidate-pages.ts';
import type { Candidate } from '../candidate.ts';
import { morePages } from '../check-references.ts';
import { ADVICE } from './failure-cause.ts';
import { locatedAt } from '../places.ts';
import { partsOfFrame } from '../../../observing/stacks/stacks.ts';
import type { Failed, Hydration, Hydrator } from './hydrator.ts';
import { mostEntries } from '../../../platform/runtime/most-entries.ts';

export interface HydrationCheckOptions {
  hydrate: Hydrator;
  now: () => number;
  /** How long a whole admission may take, in milliseconds. */
  admissionTimeoutMs: number;
  /** Milliseconds of a clock that is never set. */
  clock(): number;
}

/** Size of the cache of pages and containers that passed; most releases change few. */
const REMEMBERED = 5_000;

/** Starts the processes, which load during the checks on the server. The caller has to end the returned check. */
export type HydrationCheck = (candidate: Candidate) => {
  /** Hydrates the changed pages. @returns their defects. */
  findings(): Promise<Finding[]>;
  end(): void;
};

/**
 * Hydrates the pages that a candidate changes.
 * @returns starts the processes, which load during the checks on the server. The caller has to end the returned check.
 */
export function createHydrationCheck(options: HydrationCheckOptions): HydrationCheck {
  const { clock, admissionTimeoutMs } = options;
  const passed = new LRUCache<string, true>(mostEntries(REMEMBERED));
  return (candidate: Candidate) => {
    const { served, changed, live, signal } = candidate;
    const begun = clock();
    const signals = {
      signal,
      // One page of each route is sufficient then: a busy machine is no reason to refuse a release. At a first start it
      // always is.
      hurry: () => !live || clock() - begun >= admissionTimeoutMs / 3,
      // One page of each app with a new release is sufficient then: neither are many routes.
      enough: () => clock() - begun >= admissionTimeoutMs / 2,
    };
    const isAffected = (app: string): boolean => changed.has(app) || changed.has(SHELL);
    // The releases whose scripts the checked pages load: their own, the shell's, and those of islands. Pages of any
    // app may embed a changed island.
    const embeddable = Object.values(served.releases)
      .filter(({ exposes }) => interactiveIslands(exposes).length > 0)
      .map(({ app }) => app);
    const needsAll = embeddable.some((app) => changed.has(app));
    const isLoaded = (app: string): boolean =>
      needsAll || app === SHELL || isAffected(app) || embeddable.includes(app);
    const loaded = Object.entries(served.releases).filter(([app]) => isLoaded(app));
    const tables = served.scripts.tables?.body;
    const hydration = options.hydrate(Object.fromEntries(loaded), signals, tables);
    const year = new Date(options.now()).getUTCFullYear();
    const checking: Checking = { ...candidate, hydration, passed, isAffected, year };
    return {
      end: hydration.end,
      async findings() {
        const broken = await checkContainers(checking);
        const apps = new Set(broken.map(({ app }) => app));
        return [...broken, ...(await checkPages(checking, apps))];
      },
    };
  };
}

interface Checking extends Candidate {
  hydration: Hydration;
  passed: LRUCache<string, true>;
  isAffected(app: string): boolean;
  year: number;
}

/** Every expose of every remote, because a page loads few of them. */
async function checkContainers(checking: Checking): Promise<Finding[]> {
  const { served, changed, hydration, passed, isAffected, year } = checking;
  const shell = scriptsDigest(served.releases[SHELL]!);
  const keyOf = (release: Release): string =>
    sha256(canonicalJson(['exposes', shell, scriptsDigest(release), Object.keys(release.exposes)]));
  const releases = Object.values(served.releases)
    .filter(({ app }) => isAffected(app) && app !== SHELL)
    .filter((release) => !passed.has(keyOf(release)));
  if (releases.length === 0) return [];
  const [screen] = await errorScreens(served, year);
  const { html } = await screen!.document();
  const document = { url: screen!.url, html };
  const failed = await hydration.exposes(document, releases);
  for (const release of releases)
    if (!failed.some(({ app }) => app === release.app)) passed.set(keyOf(release), true);
  return failed.map(({ app, what, message, at }) => {
    const reason = [what, message].filter(Boolean).join(': ');
    const accused = changed.has(app) ? app : SHELL;
    const { text, ...where } = locatedAt(at);
    return { ...finding(accused, admissionErrors.CONTAINER({ reason: reason + text })), ...where };
  });
}

async function checkPages(checking: Checking, broken: ReadonlySet<string>): Promise<Finding[]> {
  const { served, changed, hydration, passed, year } = checking;
  const affected = (app: string): boolean => checking.isAffected(app) && !broken.has(app);
  const accused = (app: string): string => (changed.has(app) ? app : SHELL);
  const embeds = (app: string): boolean => changed.has(app) && !broken.has(app);
  const all = await candidatePages(served, { affected, embeds, accused, year });
  const left = all.filter(({ key }) => !passed.has(key));
  const shown = await shownAlready(checking, left);
  const pages = left.filter(({ key }) => !shown.has(key));
  if (pages.length === 0) return [];
  const result = await hydration.pages(pages);
  for (const { key } of result.passed) passed.set(key, true);
  const isTolerated = ({ cause }: Failed): boolean => cause === 'feature';
  for (const tolerated of findingsOf(result.failed.filter(isTolerated), changed)) {
    const { digest } = served.releases[tolerated.app]!;
    checking.warn?.({ ...tolerated, owner: tolerated.app, digest });
  }
  return findingsOf(
    result.failed.filter((one) => !isTolerated(one)),
    changed,
  );
}

/**
 * A page that fails in the live site, too, is no reason to refuse this change: in a first release with many pages not
 * all were tried.
 * @returns keys of those pages, of apps that are among `left`.
 */
async function shownAlready(
  { served, live, year }: Checking,
  left: CandidatePage[],
): Promise<ReadonlySet<string>> {
  if (!live) return new Set();
  // All pages of an app get other keys when its scripts or the shell's change, which is known without rendering.
  const isSame = (app: string): boolean => {
    const [before, after] = [live.releases[app], served.releases[app]];
    return before !== undefined && scriptsDigest(before) === scriptsDigest(after!);
  };
  const same = new Set(isSame(SHELL) ? left.map(({ app }) => app).filter(isSame) : []);
  const affected = (app: string): boolean => same.has(app);
  // When one of its processes fails, every page is tried.
  const pages = await candidatePages(live, { affected, year }).catch(() => []);
  return new Set(pages.map(({ key }) => key));
}

/** Reports each defect once, with its first page. */
function findingsOf(failed: Failed[], changed: ReadonlySet<string>): Finding[] {
  const defects = new Map<string, { first: Failed; app: string; more: number }>();
  for (const failure of failed) {
    const app = accusedOf(failure, changed);
    const key = JSON.stringify([
      app,
      failure.at[0] ?? failure.page.groups.at(-1),
      failure.reason.slice(0, 60),
    ]);
    const known = defects.get(key);
    if (known) known.more++;
    else defects.set(key, { first: failure, app, more: 0 });
  }
  return [...defects.values()].map(({ first, app, more }) => {
    const { page, reason, at, elsewhere, library, isStyles, cause } = first;
    const { id, path } = page;
    if (isStyles) {
      const { text, ...where } = library ?? { text: '' };
      const styles = { page: path, styles: reason, at: text, more: morePages(more) };
      return { ...finding(app, admissionErrors.RUNTIME_STYLES(styles)), ...where };
    }
    const who = elsewhere ? ' for a visitor in another zone, locale, time and width' : '';
    const { text, ...where } = { ...library, ...locatedAt(at) };
    const error = admissionErrors.HYDRATION({
      path,
      route: id,
      who,
      reason: reason + text + (library?.text ?? '') + morePages(more) + sampleOf(page),
      advice: ADVICE[cause ?? (elsewhere ? 'difference' : 'error')],
    });
    return { ...finding(app, error), ...where };
  });
}

function sampleOf({ isSampled }: CandidatePage): string {
  return isSampled ? ', in a sample of the pages of other apps' : '';
}

/**
 * The app of the failing line, when its release is new; else the app of the page; else that of an interactive island in
 * it; else the shell.
 */
function accusedOf({ page, at }: Failed, changed: ReadonlySet<string>): string {
  const ofLine = partsOfFrame(at[0] ?? '')[0]?.app;
  return [ofLine, page.app, ...page.owners].find((name) => name !== undefined && changed.has(name)) ?? SHELL;
}
