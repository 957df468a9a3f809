import { MOST_SEGMENTS, segmentsOf } from './url-path.ts';

/** The claims of an app on addresses: patterns of its routes, rules and resources, and the segments that it keeps. */

export type PatternKind = 'route' | 'rule' | 'resource' | 'segment';

const STATIC = /^[a-z\d._~-]+$/;
const PARAMETER = /^:[a-z][a-zA-Z\d]*$/;
const MAX_LENGTH = 200;
/** Each open segment of a rule doubles the patterns that a path may still match. */
const MOST_OPEN_SEGMENTS = 8;
/** First segments of the addresses that the gateway answers itself: a page there would never be seen. */
const PLATFORM_SEGMENTS = new Set([
  '-',
  'api',
  'assets',
  'builds',
  '__nuxt_island',
  'subscribe',
  'robots.txt',
  'favicon.ico',
  'apple-touch-icon.png',
  'sitemap.xml',
]);
/** A part of a large sitemap. */
const SITEMAP_PART = /^sitemap-\d{1,4}\.xml$/;
/** Ends the address of every page's data. */
const PAYLOAD_SEGMENT = '_payload.json';

/**
 * A pattern has one spelling, and means what stands in it: no dot segments, no encoding, no capitals, no other
 * slashes. Code that compares it does not depend on the parser of a browser.
 * @param pattern of at most 200 characters. Routes have static segments and `:name`, resources static ones only, a
 *   kept segment is one of these, rules have also `*` for one segment and, at their end, `**` for any number.
 * @returns its defect with the segment, or undefined.
 */
export function patternIssue(kind: PatternKind, pattern: string): string | undefined {
  if (!pattern.startsWith('/')) return 'it does not begin with a slash';
  if (pattern.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`;
  if (pattern === '/') return OF_ROOT[kind];
  const segments = pattern.slice(1).split('/');
  if (segments.length > MOST_SEGMENTS) return `it has more than ${MOST_SEGMENTS} segments`;
  if (segments.filter(isOpenSegment).length > MOST_OPEN_SEGMENTS)
    return `it has more than ${MOST_OPEN_SEGMENTS} of :name, * and **`;
  const [first = ''] = segments;
  const isPlatforms = PLATFORM_SEGMENTS.has(first) || SITEMAP_PART.test(first);
  if (kind !== 'rule' && (isPlatforms || segments.includes(PAYLOAD_SEGMENT)))
    return `its segment ${JSON.stringify(isPlatforms ? first : PAYLOAD_SEGMENT)} is the platform's own`;
  if (kind === 'segment' && segments.length > 1) return 'it is more than the first segment of an address';
  for (const [index, segment] of segments.entries()) {
    const reason = segmentIssue(kind, segment, index === segments.length - 1);
    if (reason !== undefined) return `its segment ${JSON.stringify(segment)} ${reason}`;
  }
  return undefined;
}

function segmentIssue(kind: PatternKind, segment: string, last: boolean): string | undefined {
  if (segment === '') return 'is empty';
  if (segment === '.' || segment === '..') return 'leads to another address';
  if (segment.includes('%')) return 'has a %: patterns are not encoded';
  if (segment.includes('\\')) return 'has a backslash';
  if ((kind === 'route' || kind === 'rule') && PARAMETER.test(segment)) return undefined;
  if (kind === 'rule' && (segment === '*' || (segment === '**' && last))) return undefined;
  if (STATIC.test(segment)) return undefined;
  return /[A-Z]/.test(segment) && STATIC.test(segment.toLowerCase())
    ? 'has capitals'
    : `is none of a ${kind}: ${ALLOWED[kind]}`;
}

const ALLOWED: Record<PatternKind, string> = {
  route: 'a-z, 0-9, . _ ~ - or a parameter (:name)',
  rule: 'a-z, 0-9, . _ ~ -, a parameter (:name), *, or ** at the end',
  resource: 'a-z, 0-9, . _ ~ -',
  segment: 'a-z, 0-9, . _ ~ -',
};

/** Why the root is no pattern of a kind. */
const OF_ROOT: Record<PatternKind, string | undefined> = {
  route: undefined,
  rule: undefined,
  resource: 'it is the address of a page',
  segment: 'it has no segment',
};

/** @param path normalised. @returns whether the gateway answers it itself, or an app's file there. */
export function isPlatformPath(path: string): boolean {
  return PLATFORM_SEGMENTS.has(path.split('/')[1] ?? '') || path.endsWith(`/${PAYLOAD_SEGMENT}`);
}

/** @returns the segments of a pattern as they are compared; of the root, none. */
export function patternSegments(pattern: string): string[] {
  return segmentsOf(pattern).map((segment) => (isOpenSegment(segment) ? segment : segment.toLowerCase()));
}

/** @returns whether a segment stands for more than itself: `:name`, `*` or `**`. */
export function isOpenSegment(segment: string): boolean {
  return segment.startsWith(':') || segment === '*' || segment === '**';
}

/**
 * @param patterns of the rules of one app.
 * @returns the number of different beginnings of the patterns that end in an open segment: of `/a/:id/b/:part` two,
 *   `/a/:id` and `/a/:id/b/:part`.
 */
export function openPrefixes(patterns: readonly string[]): number {
  const prefixes = new Set<string>();
  for (const pattern of patterns) {
    let prefix = '';
    for (const segment of patternSegments(pattern)) {
      const isOpen = isOpenSegment(segment);
      prefix += isOpen ? '/*' : `/${segment}`;
      if (isOpen) prefixes.add(prefix);
    }
  }
  return prefixes.size;
}

/** By addresses below it others recognise the owner of a site: who gets certificates, apps of phones (RFC 8615). */
const WELL_KNOWN = '.well-known';

/** @returns why no remote may have a pattern: it reaches into the whole site. Undefined: a remote may have it. */
export function shellOnly(kind: PatternKind, pattern: string): string | undefined {
  const [first = '', ...rest] = patternSegments(pattern);
  if (isOpenSegment(first)) return 'only the shell may leave the first segment open';
  if (first === WELL_KNOWN)
    return `only the shell answers below /${WELL_KNOWN}, which speaks for the whole site`;
  if (kind === 'resource' && rest.length === 0)
    return 'only the shell has files at the root, which speak for the whole site: put it below a page of the app';
  return undefined;
}

/**
 * @param left segments of a pattern, see {@link patternSegments}.
 * @returns whether there is an address that both patterns mean.
 */
export function segmentsOverlap(left: readonly string[], right: readonly string[]): boolean {
  for (let index = 0; ; index++) {
    const x = left[index];
    const y = right[index];
    if (x === '**' || y === '**') return true;
    if (x === undefined || y === undefined) return x === y;
    if (x !== y && !isOpenSegment(x) && !isOpenSegment(y)) return false;
  }
}
