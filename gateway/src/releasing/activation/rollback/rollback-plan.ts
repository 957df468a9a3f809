import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import type { Earlier, LiveApps } from './live-line.ts';

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
