import { errorId, frameOf } from '@voltframe/kit/contract/reports/error-id';
import type { ErrorKind } from '@voltframe/kit/contract/operations/error-groups';
import { LRUCache } from 'lru-cache';
import { createCounts } from '../../platform/counts.ts';

export interface Taken {
  errors: ErrorTally[];
  /** Errors by app, release and hour, including those without an entry of their own. */
  hours: HourTally[];
}

export interface HourTally {
  app: string;
  release: string;
  hour: number;
  times: number;
}

const HOUR_MS = 3_600_000;
/** The limit of different errors of an app within a time window. */
export const MOST_OF_AN_APP = 50;
const MOST_VISITORS = 200;
const MOST_ROUTES = 10;
/** Apps and releases without an entry yet. */
const MOST_HOURS = 2_000;

/** The errors since the last write, in memory. Equal errors share one entry with a count. */
export function createPendingErrors() {
  const shares = createVisitorShares();
  const errors = createCounts<ErrorTally>();
  const hours = createCounts<HourTally>();
  return {
    /** @param visitor hash of the visitor. @param day of it. */
    add(
      seen: SeenError,
      { id, at, visitor, day }: { id: string; at: number; visitor: string | undefined; day: number },
    ): void {
      const { app, release, route, browser, times } = seen;
      const origin = originOf(seen);
      const hour = at - (at % HOUR_MS);
      const cell =
        origin === 'unlisted'
          ? undefined
          : hours.cell('', `${app} ${release} ${hour}`, MOST_HOURS, () => ({ app, release, hour, times: 0 }));
      if (cell) cell.times += times;
      if (visitor !== undefined && !shares.take(visitor, app, shortKeyOf(seen, id))) return;
      const key = keyOf({ seen, id, origin });
      const tally = errors.cell(`${app} ${origin}`, key, MOST_OF_AN_APP, () => tallyFrom(seen, id, at));
      if (!tally) return;
      tally.times += times;
      tally.lastSeen = at;
      if (route !== undefined) count(tally.routes, route, times, MOST_ROUTES);
      if (browser !== undefined) count(tally.browsers, browser, times, MOST_ROUTES);
      if (visitor !== undefined && tally.visitors.size < MOST_VISITORS) tally.visitors.set(visitor, day);
    },
    /** Removes and returns all entries. */
    take: (): Taken => ({ errors: errors.take(), hours: hours.take() }),
  };
}

/** React's message for a hydration mismatch is always the same: the component distinguishes such errors. */
function keyOf({ seen, id, origin }: Pick<ErrorTally, 'seen' | 'id' | 'origin'>): string {
  const { app, release, kind, components = '' } = seen;
  return `${app} ${release} ${origin} ${kind} ${id} ${frameOf(components)}`;
}

/** Limits memory, because a report may contain a component frame of any length. */
function shortKeyOf({ release, kind, components = '' }: SeenError, id: string): string {
  return errorId(`${release} ${kind} ${id}`, frameOf(components));
}

function originOf({ browser, isListed = true }: SeenError): ErrorOrigin {
  if (browser !== undefined) return 'browsers';
  return isListed ? 'listed' : 'unlisted';
}

function tallyFrom(seen: SeenError, id: string, at: number): ErrorTally {
  const { app, release, composition, kind, message, stack, components } = seen;
  return {
    seen: { app, release, composition, kind, message, stack, components },
    id,
    origin: originOf(seen),
    times: 0,
    firstSeen: at,
    lastSeen: at,
    routes: new Map(),
    browsers: new Map(),
    visitors: new Map(),
  };
}

function count(counts: Map<string, number>, name: string, times: number, most: number): void {
  if (counts.has(name) || counts.size < most) counts.set(name, (counts.get(name) ?? 0) + times);
}

/** An error as a browser or the gateway itself reports it. */
export interface SeenError {
  /** The presumed app; the stack may name another one. */
  app: string;
  /** Digest of that app's release. */
  release: string;
  composition: string;
  kind: ErrorKind;
  message: string;
  /** In the format of the browser, or of the render process. */
  stack?: string | undefined;
  /** React's component stack. */
  components?: string | undefined;
  /** Id of a route of the composition. */
  route?: string | undefined;
  times: number;
  /** Family of the browser; absent on the server. */
  browser?: string | undefined;
  /** Address of the visitor: hashed immediately and not stored; absent on the server. */
  address?: string | undefined;
  /** On the server: see `CallRecord.isListed`; absent: it is. */
  isListed?: boolean | undefined;
}

/**
 * Where errors come from. Each has its own limits, so that strangers take no place of the errors of listed pages:
 * `listed` pages on the server, `unlisted` addresses on the server, `browsers`.
 */
export type ErrorOrigin = 'listed' | 'unlisted' | 'browsers';

/** Where an error was, after its stack was read by the maps of the releases. */
export interface Attributed {
  app: string;
  release: string;
  kind: ErrorKind;
  place?: string;
  /** Nearest frame first: `Post (blog src/pages/post.tsx:12)`. */
  frames: string[];
}

/** The occurrences of one error within a time window. */
export interface ErrorTally {
  seen: Omit<SeenError, 'times' | 'route' | 'browser' | 'address' | 'isListed'>;
  id: string;
  origin: ErrorOrigin;
  times: number;
  firstSeen: number;
  lastSeen: number;
  routes: Map<string, number>;
  browsers: Map<string, number>;
  /** Hashes, by day. */
  visitors: Map<string, number>;
}

/** Of the 100 groups that are stored of an app. */
export const MOST_OF_A_VISITOR = 30;
/** The least recently seen visitors are dropped. */
const MOST_SHARES = 5_000;

/** The limit of different errors of an app by one visitor within a day, so that invented errors do not evict others. */
function createVisitorShares() {
  const shares = new LRUCache<string, Set<string>>({
    max: MOST_SHARES,
    memoMethod: () => new Set<string>(),
  });
  return {
    /** @param visitor hash of the day. @param error its key. @returns false for one too many */
    take(visitor: string, app: string, error: string): boolean {
      const known = shares.memo(`${visitor} ${app}`);
      if (known.size < MOST_OF_A_VISITOR) known.add(error);
      return known.has(error);
    },
  };
}
