import { decodeSegment, normalizePath } from '../routing/url-path.ts';

/** Of one app: upstreams, and paths of each; of one request: the rest. Lengths in characters. */
export const UPSTREAM_LIMITS = {
  upstreams: 10,
  paths: 50,
  path: 1_024,
  query: 30,
  value: 500,
  tags: 20,
  /** A year. */
  revalidateS: 31_536_000,
} as const;

export const UPSTREAM_NAME = /^[a-z][a-z0-9-]{0,30}$/;
/** The tags of responses, for invalidation together. */
export const UPSTREAM_TAG = /^[\w.:-]{1,64}$/;

const SEGMENT = /^[\w.~-]+$/;
const LONGEST_PATTERN = 200;

/** @returns the defect of a declared path, or undefined. */
export function upstreamPatternIssue(pattern: string): string | undefined {
  if (!pattern.startsWith('/')) return 'it does not begin with a slash';
  if (pattern.length > LONGEST_PATTERN) return `it is longer than ${LONGEST_PATTERN} characters`;
  const segments = segmentsOf(pattern);
  for (const [index, segment] of segments.entries()) {
    if (segment === '.' || segment === '..') return 'it leads elsewhere';
    if (segment === '*' || (segment === '**' && index === segments.length - 1)) continue;
    if (!SEGMENT.test(segment))
      return `its segment ${JSON.stringify(segment)} is none: a-z, A-Z, 0-9, . _ ~ -, *, or ** at the end`;
  }
  return undefined;
}

/**
 * @returns what is wrong with a path that is asked for, or undefined. It has one spelling: what it leads to stands in
 * it.
 */
export function upstreamPathIssue(path: string): string | undefined {
  if (!path.startsWith('/')) return 'its path does not begin with a slash';
  if (path.length > UPSTREAM_LIMITS.path) return `its path is longer than ${UPSTREAM_LIMITS.path} characters`;
  const normal = normalizePath(path);
  if (normal === undefined) return 'its path is malformed';
  return normal === path ? undefined : `its path is spelled ${normal}`;
}

/** @param path in its one spelling. @returns whether an app that declares these patterns may ask for it. */
export function isDeclaredPath(patterns: readonly string[], path: string): boolean {
  const segments = segmentsOf(path);
  return patterns.some((pattern) => fits(segmentsOf(pattern), segments));
}

function fits(pattern: string[], segments: string[]): boolean {
  const open = pattern.at(-1) === '**';
  const fixed = open ? pattern.slice(0, -1) : pattern;
  if (open ? segments.length < fixed.length : segments.length !== fixed.length) return false;
  return fixed.every((segment, index) => segment === '*' || segment === decodeSegment(segments[index] ?? ''));
}

/** Of `/`, none. */
function segmentsOf(path: string): string[] {
  return path === '/' ? [] : path.slice(1).split('/');
}
