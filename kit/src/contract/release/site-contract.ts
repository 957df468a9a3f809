import { z } from 'zod';
import { isObjectSchema, type ObjectSchema } from '../page/value-schema.ts';
import { canonicalJson } from './digest.ts';
import type { Composition } from './composition.ts';
import { ANY_APP, type Release } from './release.ts';

const ownerByName = z.record(z.string(), z.string());

/** The names of the site that an app may use, each with its owner. */
export const siteContractSchema = z.object({
  /** Pattern of a page → its app. */
  pages: ownerByName,
  /** Path of a resource → its app. */
  resources: ownerByName,
  /** Name → its app. */
  islands: ownerByName,
  /** Name → its props, where its team declares them. */
  islandProps: z.record(z.string(), z.custom<ObjectSchema>(isObjectSchema)).default({}),
  /** Name → its app. */
  guards: ownerByName,
  /** Places of header and footer that the app may fill. */
  places: z.array(z.string()),
  /** Module of the shared scope → its version. */
  shared: ownerByName,
  /** Custom properties of the shell's design: `--ink`. */
  tokens: z.array(z.string()).default([]),
  /**
   * Icons that its gateway has: `lucide:arrow-right`; in the lock only those that the app names. None: it does not say.
   */
  icons: z.array(z.string()).default([]),
});

export type SiteContract = z.infer<typeof siteContractSchema>;

/** Records of names with their owners or versions, and the singular of each. */
const OWNED = {
  pages: 'page',
  resources: 'resource',
  islands: 'island',
  guards: 'guard',
  shared: 'shared module',
} as const;

/**
 * @param shell the release of the shell in this composition.
 * @param styles the stylesheets that every document has.
 * @param app whose own names are left out: they follow from its sources.
 * @param icons names of those that the gateway has.
 * @returns the names of the other apps in sorted order, so that the same site gives the same text.
 */
export function siteContract(
  composition: Composition,
  shell: Release,
  styles: string[],
  app: string,
  icons: string[] = [],
): SiteContract {
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
    islandProps: propsOf(islands, app),
    guards: owners(guards),
    places: places.filter(({ app: owner }) => owner === app || owner === ANY_APP).map(({ place }) => place),
    shared: Object.fromEntries(Object.entries(shell.shared.provides).toSorted(byName)),
    tokens: [...new Set(styles.flatMap(designTokens))].toSorted(),
    icons,
  };
}

/**
 * Names that this kit does not allow are not written into sources, even if a gateway of another version allows them.
 */
function propsOf(islands: Composition['islands'], app: string): Record<string, ObjectSchema> {
  const declared = Object.entries(islands).flatMap(
    ([name, { app: owner, props }]): [string, ObjectSchema][] =>
      owner !== app && isObjectSchema(props) ? [[name, props]] : [],
  );
  return Object.fromEntries(declared.toSorted(byName));
}

/** The shell declares its design at the root of the document. */
function designTokens(style: string): string[] {
  const roots = style.matchAll(/:root\s*\{([^{}]*)\}/g);
  return [...roots].flatMap(([, body]) =>
    [...body!.matchAll(/(?<![\w-])--[a-z][\w-]*(?=\s*:)/g)].map(([name]) => name),
  );
}

/**
 * @param before the names that the app was built against. @param now the current names.
 * @returns a line for each removed or changed name; added names are not in use yet.
 */
export function contractLosses(before: SiteContract, now: SiteContract): string[] {
  const gone = (Object.keys(OWNED) as (keyof typeof OWNED)[]).flatMap((part) =>
    Object.entries(before[part]).flatMap(
      ([name, owner]) => ownerLoss(part, name, owner, now[part][name]) ?? [],
    ),
  );
  const places = before.places.filter((place) => !now.places.includes(place));
  const props = Object.keys(before.islandProps).flatMap((name) =>
    now.islands[name] === undefined
      ? []
      : propsLosses(name, before.islandProps[name]!, now.islandProps[name]),
  );
  const tokens = before.tokens.filter((token) => !now.tokens.includes(token));
  const icons = now.icons.length === 0 ? [] : before.icons.filter((icon) => !now.icons.includes(icon));
  return [
    ...gone,
    ...props,
    ...places.map((place) => `the place ${place} is not the app's any more`),
    ...tokens.map((token) => `the design token ${token} is gone`),
    ...icons.map((icon) => `the icon ${icon} is gone`),
  ];
}

/** A patch or minor of a shared module is the shell's matter alone. @returns undefined where nothing is lost */
function ownerLoss(
  part: keyof typeof OWNED,
  name: string,
  before: string,
  now: string | undefined,
): string | undefined {
  const what = `the ${OWNED[part]} ${name}`;
  if (part === 'shared') {
    if (now === undefined) return `${what} is gone`;
    return now.split('.')[0] === before.split('.')[0] ? undefined : `${what} is ${now}, was ${before}`;
  }
  if (now === undefined) return `${what} of ${before} is gone`;
  return now === before ? undefined : `${what} is ${now}'s, was ${before}'s`;
}

/**
 * Where a prop is one more that may be left out, or nothing is said of them any more, what is passed today still fits.
 */
function propsLosses(name: string, before: ObjectSchema, now: ObjectSchema | undefined): string[] {
  if (!now) return [];
  const lines = Object.entries(before.properties).flatMap(([prop, schema]) => {
    const other = now.properties[prop];
    if (!other) return [`the prop ${prop} of the island ${name} is gone`];
    return canonicalJson(other) === canonicalJson(schema)
      ? []
      : [`the prop ${prop} of the island ${name} has another type`];
  });
  const needed = now.required.filter((prop) => !before.required.includes(prop));
  return [...lines, ...needed.map((prop) => `the island ${name} needs the prop ${prop}`)];
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
