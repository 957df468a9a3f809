/** Deeper data is left to JSON, which says what is wrong with it. */
const MOST_DEPTH = 64;

/**
 * What a loader returns, as the browser gets it: the page is rendered here with the same.
 * @returns a copy: what a page does to it while it is rendered, no other rendering sees.
 * @throws TypeError for what JSON cannot hold
 */
export function jsonData(value: unknown): unknown {
  // Content, as most of it is: JSON would make the same of it, and take six times as long.
  return isJson(value, MOST_DEPTH) ? copied(value) : JSON.parse(JSON.stringify(value ?? null));
}

/** @param value JSON. @returns a copy, for a third of what parsing costs or less. */
export function copied(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(copied);
  const copy: Record<string, unknown> = { ...value };
  // Not by `entries`: of a list of ten thousand that would make as many lists of lists, and take twice as long.
  for (const key in copy) if (isObject(copy[key])) copy[key] = copied(copy[key]);
  return copy;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || depth === 0) return false;
  return Array.isArray(value) ? isJsonArray(value, depth - 1) : isJsonObject(value, depth - 1);
}

function isJsonArray(values: unknown[], depth: number): boolean {
  // Not `every`: it passes over holes.
  for (const value of values) if (!isJson(value, depth)) return false;
  return true;
}

function isJsonObject(value: object, depth: number): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key in value) if (!isJson((value as Record<string, unknown>)[key], depth)) return false;
  return true;
}
