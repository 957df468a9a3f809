/**
 * @returns whether `key` is a property of the object itself, not one of its prototype (`constructor`). Not `Object.hasOwn`:
 *   the oldest browsers that run the site do not have it.
 */
export function hasOwn(object: object, key: PropertyKey): boolean {
  return Object.prototype.hasOwnProperty.call(object, key);
}
