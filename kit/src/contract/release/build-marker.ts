import { isFields } from '../names.ts';
import { matchRules } from '../routing/route-rules.ts';
import type { RulesMatcher } from '../routing/route-rules.ts';

/** `builds/latest.json` (docs/behaviour.md 8.1): the composition that is active now. */
export interface LatestBuild {
  id: string;
  /** When it was formed, ms since the epoch. */
  timestamp: number;
}

/** `builds/meta/{id}.json`: the route-rules manifest of one composition. */
export interface BuildManifest extends LatestBuild {
  matcher: RulesMatcher;
  /** Prerendered paths that no rule with `prerender` covers; without trailing slash. */
  prerendered: string[];
}

export type Parsed<Value> = { ok: true; value: Value } | { ok: false; reason: string };

/** Reads the body of builds/latest.json, which may be any text (for example a proxy's HTML with status 200). */
export function parseLatest(body: unknown): Parsed<LatestBuild> {
  if (!isFields(body)) return { ok: false, reason: 'malformed build marker: not an object' };
  const { id, timestamp } = body;
  if (typeof id !== 'string' || id === '') return { ok: false, reason: 'malformed build marker: no id' };
  if (typeof timestamp !== 'number' || !Number.isFinite(timestamp)) {
    return { ok: false, reason: 'malformed build marker: no timestamp' };
  }
  return { ok: true, value: { id, timestamp } };
}

/** Reads the body of builds/meta/{id}.json; never throws. */
export function parseManifest(body: unknown): Parsed<BuildManifest> {
  const marker = parseLatest(body);
  if (!marker.ok) return { ok: false, reason: marker.reason.replace('build marker', 'app manifest') };
  const { matcher, prerendered } = body as Record<string, unknown>;
  if (!Array.isArray(prerendered) || !prerendered.every((path) => typeof path === 'string')) {
    return { ok: false, reason: 'malformed app manifest: no list of prerendered paths' };
  }
  if (!isMatcher(matcher)) return { ok: false, reason: 'malformed app manifest: no rules matcher' };
  return { ok: true, value: { ...marker.value, matcher, prerendered } };
}

function isMatcher(value: unknown, depth = 0): value is RulesMatcher {
  if (!isFields(value) || depth > 32) return false;
  const { static: exact, wildcard, dynamic } = value;
  if (!isFields(exact) || !isFields(wildcard) || !isFields(dynamic)) return false;
  if (![...Object.values(exact), ...Object.values(wildcard)].every(isRule)) return false;
  return Object.values(dynamic).every((inner) => isMatcher(inner, depth + 1));
}

function isRule(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { redirect, prerender, guards } = value;
  const target = isFields(redirect) ? redirect['to'] : redirect;
  return (
    (redirect === undefined || typeof target === 'string') &&
    (prerender === undefined || typeof prerender === 'boolean') &&
    (guards === undefined || typeof guards === 'object')
  );
}

/** @returns whether the rules alone say that a path is prerendered; such paths are not in `prerendered`. */
export function isCoveredByRules(matcher: RulesMatcher, path: string): boolean {
  const rule = matchRules(matcher, path);
  return rule.prerender === true && rule.redirect === undefined;
}
