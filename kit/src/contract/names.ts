/**
 * @returns whether `key` is a property of the object itself, not one of its prototype (`constructor`). Not
 *   `Object.hasOwn`: the oldest browsers that run the site do not have it.
 */
export function hasOwn(object: object, key: PropertyKey): boolean {
  return Object.prototype.hasOwnProperty.call(object, key);
}

/** @returns whether a value of JSON is an object, not a list. */
export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Name of an app. */
export const APP_NAME = /^[a-z][a-z0-9-]{0,30}$/;
/** Name of a preview: `pr-12`. */
export const PREVIEW_NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/i;
/** Not a set, because bundlers would include it wherever this file is imported. */
const FOLDERS = ['client', 'server', 'data', 'maps'];
const MAX_PATH_LENGTH = 240;

/**
 * @param path path of a file in a release, as release.json names it.
 * @returns whether the path is inside client/, server/, data/ or maps/ on every system: no traversal, no absolute
 * path, no
 *   backslash or NUL, no empty, dot or hidden segment.
 */
export function isSafeFilePath(path: string): boolean {
  const [folder = '', ...rest] = path.split('/');
  if (path.length > MAX_PATH_LENGTH || !FOLDERS.includes(folder) || rest.length === 0) return false;
  return rest.every((segment) => /^[\w@~-][\w@.~-]*$/.test(segment) && !segment.endsWith('.'));
}

/** BCP 47, without its rarer forms: `en`, `pt-BR`, `zh-Hant-TW`. */
export const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i;
