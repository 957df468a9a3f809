import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';

/** What goes back, by app; null = off the site. */
export type Back = Readonly<Record<string, string | null>>;

export interface PlanOptions {
  app: string;
  to: string;
  /** Digests that are live. */
  today: LiveApps;
  /** When the release was live the last time; undefined = it never was. */
  earlier: Earlier | undefined;
  /** Apps that go back with it in any case. */
  along: readonly string[];
  /** Whether what an app goes back to is still there. */
  isKept(app: string): boolean;
  isPinned(app: string): boolean;
  /** What the manifests say against what would be live then. */
  check(back: Back): Finding[];
}

/** Subsets of so many apps are tried; more do not go live together by chance. */
const MOST_TRIED = 6;

/**
 * What has to go back so that an app can: itself, and as few as may be of those that went live together with it and have
 * not moved on since. Pure.
 * @returns also why it cannot be done, with the command that does it where there is one.
 */
export function planRollback(options: PlanOptions): { back: Back; findings: Finding[] } {
  const { app, to, today, earlier, along, isKept, isPinned, check } = options;
  const goingBack = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, earlier?.apps[name] ?? null]));
  const asked: Back = { ...goingBack(along), [app]: to };
  const others = [...new Set([...Object.keys(today), ...Object.keys(earlier?.apps ?? {})])].filter(
    (name) => earlier && !Object.hasOwn(asked, name) && earlier.apps[name] !== today[name] && isKept(name),
  );
  const fitting = (names: readonly string[]): string[] | undefined =>
    smallestFirst(names.slice(0, MOST_TRIED)).find(
      (some) => check({ ...asked, ...goingBack(some) }).length === 0,
    );
  const stayed = others.filter(
    (name) => earlier?.partners.get(name) === (today[name] ?? null) && !isPinned(name),
  );
  const together = fitting(stayed);
  if (together) return { back: { ...asked, ...goingBack(together) }, findings: [] };
  const needed = fitting(others);
  const found = check(asked);
  if (!needed) return { back: asked, findings: found };
  const why = needed
    .map((name) => `${name} ${isPinned(name) ? 'is pinned' : 'has moved on'} since`)
    .join(', ');
  const flags = [...along, ...needed].map((name) => `--with ${name}`).join(' ');
  const fix = `${why}. To take it back too: mfe rollback ${app} --to ${to.slice(0, 12)} ${flags}`;
  return { back: asked, findings: found.map((one) => ({ ...one, fix })) };
}

/** @returns every subset, those with few items first. */
function smallestFirst<Item>(items: readonly Item[]): Item[][] {
  const all = Array.from({ length: 2 ** items.length }, (_, bits) =>
    items.filter((__, at) => bits & (1 << at)),
  );
  return all.toSorted((a, b) => a.length - b.length);
}

/** What was live, read from the history. */

/** What became live of an app at one moment; `to` null = it went off the site. */
export interface LiveChange {
  app: string;
  from: string | null;
  to: string | null;
  action: HistoryAction;
}

/** Everything that became live in one step. */
export interface LiveStep {
  at: number;
  changes: LiveChange[];
}

/** Digests by app. */
export type LiveApps = Readonly<Record<string, string>>;

const CHANGES_LIVE = new Set<HistoryAction>(['activate', 'rollback', 'fallback', 'retire']);
const GOES_BACK = new Set<HistoryAction>(['rollback', 'fallback']);

/** @param history newest first, of all apps or of one. @returns the steps, newest first. */
export function liveSteps(history: readonly HistoryEntry[]): LiveStep[] {
  const steps: LiveStep[] = [];
  let last: string | undefined;
  for (const { at, app, from, to, action, composition } of history) {
    if (app === null || !CHANGES_LIVE.has(action)) continue;
    // Entries of before compositions were noted: what has one time is one step.
    const name = composition ?? `at ${at}`;
    if (name !== last) steps.push({ at, changes: [] });
    last = name;
    steps.at(-1)!.changes.push({ app, from, to, action });
  }
  return steps;
}

/**
 * The releases that an app was at before the present one, each after the one it followed: going back takes those off that
 * came later.
 * @returns digests, the nearest first; without the present one.
 */
export function earlierReleases(steps: readonly LiveStep[], app: string): string[] {
  const line: string[] = [];
  const changes = steps.flatMap((step) => step.changes.filter((change) => change.app === app));
  const oldest = changes.at(-1)?.from;
  if (oldest) line.push(oldest);
  for (const { to, action } of changes.toReversed()) {
    if (to === null || to === line.at(-1)) continue;
    const before = GOES_BACK.has(action) ? line.lastIndexOf(to) : -1;
    if (before >= 0) line.length = before + 1;
    else line.push(to);
  }
  return line.toReversed().slice(1);
}

/** A composition that was live, and which apps came out of it together with one of them. */
export interface Earlier {
  apps: LiveApps;
  /** When it ended, ms since the epoch. */
  until: number;
  /** Apps of the steps in which the app itself changed since, with what those steps left live of them last. */
  partners: Map<string, string | null>;
}

/** @returns the latest composition before today's in which an app was at a release; undefined when the history has none. */
export function earlierWith(
  steps: readonly LiveStep[],
  today: LiveApps,
  app: string,
  digest: string,
): Earlier | undefined {
  const apps: Record<string, string> = { ...today };
  const partners = new Map<string, string | null>();
  for (const { at, changes } of steps) {
    const together = changes.some((change) => change.app === app);
    for (const { app: changed, from, to } of changes) {
      if (together && changed !== app && !partners.has(changed)) partners.set(changed, to);
      if (from === null) delete apps[changed];
      else apps[changed] = from;
    }
    if (apps[app] === digest) return { apps, until: at, partners };
  }
  return undefined;
}
