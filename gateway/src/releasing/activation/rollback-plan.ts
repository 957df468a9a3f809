import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Finding } from '@voltframe/kit/contract/operations/verdict';

/** Digests that become live by a rollback, by app; null: the app goes off the site. */
export type Back = Readonly<Record<string, string | null>>;

/** Digests by app. */
type Digests = Readonly<Record<string, string>>;

export interface PlanOptions {
  app: string;
  to: string;
  /** Digests that are live. */
  today: Digests;
  /** The latest composition with the release; undefined: it was never live. */
  earlier: Earlier | undefined;
  /** Apps that go back with it in any case. */
  along: readonly string[];
  /** Whether the release that an app would go back to is still stored. */
  isStored(app: string): boolean;
  isPinned(app: string): boolean;
  /** @returns the defects, by the manifests, of the composition that would be live. */
  check(back: Back): Finding[];
}

/** Subsets of so many apps are tried; more do not go live together by chance. */
const MOST_TRIED = 6;

/**
 * Chooses the apps that have to go back with an app: as few as possible of those that went live together with it and
 * have not changed since. Pure.
 * @returns also why the rollback cannot be done, with the command that does it where there is one.
 */
export function planRollback(options: PlanOptions): { back: Back; findings: Finding[] } {
  const { app, to, today, earlier, along, isStored, isPinned, check } = options;
  const backOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, earlier?.apps[name] ?? null]));
  const wanted: Back = { ...backOf(along), [app]: to };
  const others = [...new Set([...Object.keys(today), ...Object.keys(earlier?.apps ?? {})])].filter(
    (name) => earlier && !Object.hasOwn(wanted, name) && earlier.apps[name] !== today[name] && isStored(name),
  );
  const fitting = (names: readonly string[]): string[] | undefined =>
    subsets(names.slice(0, MOST_TRIED))
      .toSorted((a, b) => a.length - b.length)
      .find((some) => check({ ...wanted, ...backOf(some) }).length === 0);
  const unchanged = others.filter(
    (name) => earlier?.partners.get(name) === (today[name] ?? null) && !isPinned(name),
  );
  const together = fitting(unchanged);
  if (together) return { back: { ...wanted, ...backOf(together) }, findings: [] };
  const needed = fitting(others);
  const findings = check(wanted);
  if (!needed) return { back: wanted, findings };
  const why = needed
    .map((name) => `${name} ${isPinned(name) ? 'is pinned' : 'has moved on'} since`)
    .join(', ');
  const flags = [...along, ...needed].map((name) => `--with ${name}`).join(' ');
  const fix = `${why}. To take it back too: mfe rollback ${app} --to ${to.slice(0, 12)} ${flags}`;
  return { back: wanted, findings: findings.map((one) => ({ ...one, fix })) };
}

/** @returns every subset. */
function subsets<Item>(items: Item[]): Item[][] {
  return items.reduce<Item[][]>((sets, item) => sets.flatMap((set) => [[...set, item], set]), [[]]);
}

/** The changes of one activation; `to` null: the app was removed from the site. */
export interface LiveStep {
  /** Milliseconds since the epoch. */
  at: number;
  changes: { app: string; from: string | null; to: string | null; action: HistoryAction }[];
}

const CHANGES_LIVE = new Set<HistoryAction>(['activate', 'rollback', 'retire']);

/** @param history newest first, of all apps or of one. @returns the steps, newest first. */
export function liveSteps(history: readonly HistoryEntry[]): LiveStep[] {
  const steps: LiveStep[] = [];
  let last: string | undefined;
  for (const { at, app, from, to, action, composition } of history) {
    if (app === null || !CHANGES_LIVE.has(action)) continue;
    // Old entries name no composition, so entries with the same time are one step.
    const name = composition ?? `at ${at}`;
    if (name !== last) steps.push({ at, changes: [] });
    last = name;
    steps.at(-1)!.changes.push({ app, from, to, action });
  }
  return steps;
}

/**
 * The sequence of releases that led to an app's live one. A rollback removes the releases after its target.
 * @returns digests, the nearest first, without the live one.
 */
export function earlierReleases(steps: readonly LiveStep[], app: string): string[] {
  const line: string[] = [];
  const changes = steps.flatMap((step) => step.changes.filter((change) => change.app === app));
  const oldest = changes.at(-1)?.from;
  if (oldest) line.push(oldest);
  for (const { to, action } of changes.toReversed()) {
    if (to === null || to === line.at(-1)) continue;
    const before = action === 'rollback' ? line.lastIndexOf(to) : -1;
    if (before >= 0) line.length = before + 1;
    else line.push(to);
  }
  return line.toReversed().slice(1);
}

/** An earlier live composition. */
export interface Earlier {
  apps: Digests;
  /** When it ended, milliseconds since the epoch. */
  until: number;
  /** Apps of the steps since in which the app itself changed, with their live digests after the last of these steps. */
  partners: Map<string, string | null>;
}

/**
 * @returns the latest composition before today's in which an app was at a release; undefined when the history has none.
 */
export function earlierWith(
  steps: readonly LiveStep[],
  today: Digests,
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
