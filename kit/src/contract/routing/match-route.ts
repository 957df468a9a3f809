import { decodeSegment, segmentsOf } from './url-path.ts';

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

/** Routes by their segments. */
interface RouteTree<Route> {
  /** By the segment in lower case. */
  named: Map<string, RouteTree<Route>>;
  parameter?: RouteTree<Route>;
  /** That ends here; of two alike the first. */
  end?: { route: Route; parameters: ReturnType<typeof parametersOf> };
}

/** Each page request searches the list of routes: a linear search of 10,000 routes takes milliseconds. */
const trees = new WeakMap<readonly RoutePattern[], RouteTree<RoutePattern>>();

/**
 * Finds the route of a path. Static segments are compared without case, and beat parameters from the left.
 * @param routes are indexed at the first call; later changes of the array are ignored.
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
  let tree = trees.get(routes) as RouteTree<Route> | undefined;
  if (!tree) trees.set(routes, (tree = plantTree(routes)));
  const end = findEnd(tree, values, 0);
  if (!end) return null;
  const params: Record<string, string> = {};
  for (const { name, index } of end.parameters) params[name] = values[index]!;
  return { route: end.route, params };
}

function plantTree<Route extends RoutePattern>(routes: readonly Route[]): RouteTree<Route> {
  const root: RouteTree<Route> = { named: new Map() };
  for (const route of routes) {
    let at = root;
    for (const segment of segmentsOf(route.path)) {
      const name = segment.toLowerCase();
      const next = segment.startsWith(':') ? at.parameter : at.named.get(name);
      const tree = next ?? { named: new Map() };
      if (segment.startsWith(':')) at.parameter = tree;
      else at.named.set(name, tree);
      at = tree;
    }
    at.end ??= { route, parameters: parametersOf(route.path) };
  }
  return root;
}

function findEnd<Route>(tree: RouteTree<Route>, values: string[], index: number): RouteTree<Route>['end'] {
  const value = values[index];
  if (value === undefined) return tree.end;
  const named = tree.named.get(value.toLowerCase());
  const end = named && findEnd(named, values, index + 1);
  return end ?? (tree.parameter && findEnd(tree.parameter, values, index + 1));
}

/** @returns the names of a pattern's parameters, and which segment each stands for. */
function parametersOf(pattern: string) {
  return segmentsOf(pattern).flatMap((segment, index) =>
    segment.startsWith(':') ? [{ name: segment.slice(1), index }] : [],
  );
}

/** @returns a text that two patterns share when some path matches both with neither being more specific: they clash. */
export function routeShape(pattern: string): string {
  return segmentsOf(pattern)
    .map((segment) => (segment.startsWith(':') ? ':' : segment.toLowerCase()))
    .join('/');
}

/**
 * @returns the routes in the order in which their patterns are tried: fewer segments first, then from the left a static
 * segment before a parameter, then by name. Each pattern is taken apart once.
 */
export function sortRoutes<Route extends RoutePattern>(routes: readonly Route[]): Route[] {
  const split = routes.map((route) => ({ route, segments: segmentsOf(route.path) }));
  return split.sort((a, b) => compareSplit(a.segments, b.segments)).map(({ route }) => route);
}

function compareSplit(left: readonly string[], right: readonly string[]): number {
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
