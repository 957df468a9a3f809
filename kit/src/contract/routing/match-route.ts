import { decodeSegment } from './url-path.ts';

/** A route by its pattern: static segments and `:name` parameters. */
export interface RoutePattern {
  id: string;
  path: string;
}

export interface RouteMatch<Route extends RoutePattern> {
  route: Route;
  /** Decoded values of the pattern's parameters. */
  params: Record<string, string>;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/**
 * Finds the route of a path. Static segments are compared without case, and beat parameters from the left.
 * @param path path without query and hash; a trailing slash is ignored.
 */
export function matchRoute<Route extends RoutePattern>(
  routes: readonly Route[],
  path: string,
): RouteMatch<Route> | null {
  const values: string[] = [];
  for (const segment of segmentsOf(path)) {
    const value = decodeSegment(segment);
    if (value === undefined) return null;
    values.push(value);
  }
  let best: RouteMatch<Route> | null = null;
  for (const route of routes) {
    const params = matchPattern(route.path, values);
    if (params && (!best || comparePatterns(route.path, best.route.path) < 0)) best = { route, params };
  }
  return best;
}

function matchPattern(pattern: string, values: string[]): Record<string, string> | undefined {
  const segments = segmentsOf(pattern);
  if (segments.length !== values.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = values[index] ?? '';
    if (segment.startsWith(':')) params[segment.slice(1)] = value;
    else if (segment.toLowerCase() !== value.toLowerCase()) return undefined;
  }
  return params;
}

/** @returns whether some path matches both patterns with neither being more specific. */
export function routePatternsClash(a: string, b: string): boolean {
  return comparePatterns(a, b) === 0;
}

/**
 * Order in which patterns are tried: fewer segments first, then from the left a static segment before a parameter,
 * then by name.
 * @returns negative, zero (the patterns clash) or positive, as `Array.sort` takes it.
 */
export function comparePatterns(a: string, b: string): number {
  const left = segmentsOf(a);
  const right = segmentsOf(b);
  if (left.length !== right.length) return left.length - right.length;
  for (const [index, segment] of left.entries()) {
    const order = compareSegments(segment, right[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

function compareSegments(a: string, b: string): number {
  const aParam = a.startsWith(':');
  const bParam = b.startsWith(':');
  if (aParam || bParam) return Number(aParam) - Number(bParam);
  const left = a.toLowerCase();
  const right = b.toLowerCase();
  return left === right ? 0 : left < right ? -1 : 1;
}
