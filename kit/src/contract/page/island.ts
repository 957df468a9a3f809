import { hasOwn } from '../names.ts';

/** Largest props of an island, in bytes of UTF-8. */
export const ISLAND_PROPS_MAX_BYTES = 65_536;
/** Deepest nesting of an island's props. */
const ISLAND_PROPS_MAX_DEPTH = 64;

export type IslandProps = Record<string, unknown>;

export type IslandPropsResult =
  | { ok: true; props: IslandProps }
  | { ok: false; status: 400 | 413; message: string };

/** Name of an island: docs/behaviour.md 11.3. */
export const ISLAND_NAME = /^[a-z][\w.-]*$/i;
/** Attribute of the element around the HTML of an interactive island: the app of its script. */
export const INTERACTIVE_ATTRIBUTE = 'data-interactive';
/** Query parameter by which an island request names its composition. */
export const COMPOSITION_PARAMETER = 'composition';

/**
 * Key of an island with given props: the same on server and client, and recomputable by the server, so that a
 * cache cannot be filled with other content under it.
 * @param hash a stable hash of any JSON value (ohash's `hash`).
 * @returns `{Name}_{hash}`; the hash has neither `-` nor `_`, so the last `_` separates the two.
 */
export function islandKey(
  name: string,
  props: IslandProps | undefined,
  hash: (value: unknown) => string,
): string {
  return `${name}_${hash([name, normalizeIslandProps(props)]).replace(/[-_]/g, '')}`;
}

/** Splits a key at its last `_`; null when the name or the hash cannot be one. */
export function parseIslandKey(key: string): { name: string; hash: string } | null {
  const at = key.lastIndexOf('_');
  const name = key.slice(0, Math.max(at, 0));
  const hash = key.slice(at + 1);
  return ISLAND_NAME.test(name) && /^[a-zA-Z\d]{1,128}$/.test(hash) ? { name, hash } : null;
}

/**
 * Props after a JSON round trip, as the server gets them, so that undefined, functions and NaN do not affect the
 * hash.
 */
export function normalizeIslandProps(props: IslandProps | undefined): IslandProps {
  return props === undefined ? {} : (JSON.parse(JSON.stringify(props)) as IslandProps);
}

/**
 * Reads the `props` of a request.
 * @param text the parameter's decoded value; undefined when absent.
 */
export function parseIslandProps(text: string | undefined): IslandPropsResult {
  if (text === undefined || text === '') return { ok: true, props: {} };
  if (new TextEncoder().encode(text).length > ISLAND_PROPS_MAX_BYTES) {
    return { ok: false, status: 413, message: 'Island request props too large' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, status: 400, message: 'Invalid island request props' };
  }
  if (depthOf(value) > ISLAND_PROPS_MAX_DEPTH) {
    return { ok: false, status: 400, message: 'Island request props too deeply nested' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || hasProto(value)) {
    return { ok: false, status: 400, message: 'Invalid island request props' };
  }
  return { ok: true, props: value as IslandProps };
}

/** Nesting of objects and arrays; stops counting just past the limit, so the recursion is bounded. */
function depthOf(value: unknown, level = 0): number {
  if (typeof value !== 'object' || value === null || level > ISLAND_PROPS_MAX_DEPTH) return level;
  return Object.values(value).reduce<number>(
    (deepest, inner) => Math.max(deepest, depthOf(inner, level + 1)),
    level + 1,
  );
}

/** A `__proto__` key would become a prototype when React copies the props. */
function hasProto(value: object): boolean {
  if (hasOwn(value, '__proto__')) return true;
  return Object.values(value).some(
    (inner) => typeof inner === 'object' && inner !== null && hasProto(inner as object),
  );
}

/** Longest address of an island with its props in it; in bytes. Larger props go in the body of a POST. */
const ISLAND_URL_MAX_BYTES = 2048;

/**
 * The request for an island's JSON: the arguments of `fetch`.
 * @param composition id of the composition it must come from.
 */
export function islandRequest(
  key: string,
  props: IslandProps | undefined,
  composition: string,
): [url: string, init?: { method: 'POST'; body: string }] {
  const query = new URLSearchParams({ [COMPOSITION_PARAMETER]: composition });
  const url = () => `/__nuxt_island/${key}.json?${query}`;
  const bare = url();
  const body = JSON.stringify(normalizeIslandProps(props));
  if (body === '{}') return [bare];
  query.set('props', body);
  return url().length > ISLAND_URL_MAX_BYTES ? [bare, { method: 'POST', body }] : [url()];
}
