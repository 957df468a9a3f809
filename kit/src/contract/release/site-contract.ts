import type { Composition } from './composition.ts';
import type { Release } from './release.ts';

/** What one app may count on of the site around it: the names that other apps' code uses, each with its owner. */
export interface SiteContract {
  /** Pattern of a page → its app. */
  pages: Record<string, string>;
  /** Path of a resource → its app. */
  resources: Record<string, string>;
  /** Name → its app. */
  islands: Record<string, string>;
  /** Name → its app. */
  guards: Record<string, string>;
  /** Places of header and footer that the app is to fill. */
  places: string[];
  /** Module of the shared scope → its version. */
  shared: Record<string, string>;
}

export const NAMED_PARTS = ['pages', 'resources', 'islands', 'guards', 'shared'] as const;

/**
 * @param shell the release of the shell in this composition.
 * @param app whose own names are left out: they follow from its sources.
 * @returns what the others offer, in the order of the names, so that the same site gives the same text.
 */
export function siteContract(composition: Composition, shell: Release, app: string): SiteContract {
  const { routes, resources = {}, islands, guards } = composition;
  const owners = (named: Record<string, { app: string }>): Record<string, string> =>
    ofOthers(Object.entries(named).map(([name, { app: owner }]) => [name, owner]));
  const ofOthers = (entries: [string, string][]): Record<string, string> =>
    Object.fromEntries(entries.filter(([, owner]) => owner !== app).toSorted(byName));
  const places = Object.values(shell.places ?? {}).flat();
  return {
    pages: ofOthers(routes.map(({ path, app: owner }) => [path, owner])),
    resources: ofOthers(Object.entries(resources)),
    islands: owners(islands),
    guards: owners(guards),
    places: places.filter(({ app: owner }) => owner === app).map(({ place }) => place),
    shared: Object.fromEntries(Object.entries(shell.shared.provides).toSorted(byName)),
  };
}

/**
 * @param before what the app was built against. @param now what the site is.
 * @returns a line for each thing that is gone or another now, none for what was added: nobody uses that yet.
 */
export function contractLosses(before: SiteContract, now: SiteContract): string[] {
  const gone = NAMED_PARTS.flatMap((part) =>
    Object.entries(before[part])
      .filter(([name, owner]) => now[part][name] !== owner)
      .map(([name, owner]) => describe(part, name, owner, now[part][name])),
  );
  const places = before.places.filter((place) => !now.places.includes(place));
  return [...gone, ...places.map((place) => `the place ${place} is not the app's any more`)];
}

const WORDS: Record<(typeof NAMED_PARTS)[number], string> = {
  pages: 'page',
  resources: 'resource',
  islands: 'island',
  guards: 'guard',
  shared: 'shared module',
};

function describe(
  part: (typeof NAMED_PARTS)[number],
  name: string,
  before: string,
  now: string | undefined,
): string {
  const what = `the ${WORDS[part]} ${name}`;
  if (part === 'shared') return now === undefined ? `${what} is gone` : `${what} is ${now}, was ${before}`;
  return now === undefined ? `${what} of ${before} is gone` : `${what} is ${now}'s, was ${before}'s`;
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
