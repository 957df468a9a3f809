import { errorId, frameOf } from '@voltframe/kit/contract/reports/error-id';
import type { ErrorTally, SeenError } from './seen-error.ts';
import { createVisitorShares } from './visitor-shares.ts';

/** Errors since they were last written down, in memory: what is alike is counted, so that a thousand cost as one. */
export interface PendingErrors {
  /** @param visitor hash of the visitor. @param day of it. */
  add(seen: SeenError, as: { id: string; at: number; visitor: string | undefined; day: number }): void;
  /** Takes all of it out. */
  take(): Taken;
  /** What could not be written; it is written the next time. */
  giveBack(taken: Taken): void;
}

export interface Taken {
  errors: ErrorTally[];
  /** Errors by app, release and hour, those too that no more is known of. */
  hours: HourTally[];
}

export interface HourTally {
  app: string;
  release: string;
  hour: number;
  times: number;
}

const HOUR_MS = 3_600_000;
/** Different errors of an app within a while: whoever brings forth ever new ones uses up its share. */
export const MOST_OF_AN_APP = 50;
const MOST_VISITORS = 200;
const MOST_ROUTES = 10;
/** Apps and releases that nobody has told of yet. */
const MOST_HOURS = 2_000;

export function createPendingErrors(): PendingErrors {
  const shares = createVisitorShares();
  let errors = new Map<string, ErrorTally>();
  let hours = new Map<string, HourTally>();
  let perApp = new Map<string, number>();

  const tallyOf = (key: string, make: () => ErrorTally): ErrorTally | undefined => {
    const known = errors.get(key);
    if (known) return known;
    const tally = make();
    const share = `${tally.seen.app} ${tally.ofServer}`;
    const used = perApp.get(share) ?? 0;
    if (used >= MOST_OF_AN_APP) return undefined;
    perApp.set(share, used + 1);
    errors.set(key, tally);
    return tally;
  };
  const countHour = ({ app, release, hour, times }: HourTally): void => {
    const key = `${app} ${release} ${hour}`;
    const known = hours.get(key);
    if (known) known.times += times;
    else if (hours.size < MOST_HOURS) hours.set(key, { app, release, hour, times });
  };

  return {
    add(seen, { id, at, visitor, day }) {
      const { app, release, route, browser, times } = seen;
      countHour({ app, release, hour: at - (at % HOUR_MS), times });
      if (visitor !== undefined && !shares.take(visitor, app, shortKeyOf(seen, id))) return;
      const tally = tallyOf(keyOf({ seen, id, ofServer: isOfServer(seen) }), () => tallyFrom(seen, id, at));
      if (!tally) return;
      tally.times += times;
      tally.lastSeen = at;
      if (route !== undefined) count(tally.routes, route, times, MOST_ROUTES);
      if (browser !== undefined) count(tally.browsers, browser, times, MOST_ROUTES);
      if (visitor !== undefined && tally.visitors.size < MOST_VISITORS) tally.visitors.set(visitor, day);
    },
    take() {
      const taken = { errors: [...errors.values()], hours: [...hours.values()] };
      errors = new Map();
      hours = new Map();
      perApp = new Map();
      return taken;
    },
    giveBack(taken) {
      for (const hour of taken.hours) countHour(hour);
      for (const old of taken.errors) {
        const tally = tallyOf(keyOf(old), () => old);
        if (tally && tally !== old) merge(tally, old);
      }
    },
  };
}

/** What React says of a document that does not fit is the same of all: there the component tells them apart. */
function keyOf({ seen, id, ofServer }: Pick<ErrorTally, 'seen' | 'id' | 'ofServer'>): string {
  const { app, release, kind, components = '' } = seen;
  return `${app} ${release} ${ofServer} ${kind} ${id} ${frameOf(components)}`;
}

/** For memory: a component's frame is as long as a visitor likes. */
function shortKeyOf({ release, kind, components = '' }: SeenError, id: string): string {
  return errorId(`${release} ${kind} ${id}`, frameOf(components));
}

function isOfServer({ browser }: SeenError): boolean {
  return browser === undefined;
}

function tallyFrom(seen: SeenError, id: string, at: number): ErrorTally {
  const { app, release, composition, kind, message, stack, components } = seen;
  return {
    seen: {
      app,
      release,
      composition,
      kind,
      message,
      ...(stack !== undefined && { stack }),
      ...(components !== undefined && { components }),
    },
    id,
    ofServer: isOfServer(seen),
    times: 0,
    firstSeen: at,
    lastSeen: at,
    routes: new Map(),
    browsers: new Map(),
    visitors: new Map(),
  };
}

function merge(tally: ErrorTally, old: ErrorTally): void {
  tally.times += old.times;
  tally.firstSeen = Math.min(tally.firstSeen, old.firstSeen);
  for (const [route, times] of old.routes) count(tally.routes, route, times, MOST_ROUTES);
  for (const [browser, times] of old.browsers) count(tally.browsers, browser, times, MOST_ROUTES);
  for (const [visitor, day] of old.visitors)
    if (tally.visitors.size < MOST_VISITORS) tally.visitors.set(visitor, day);
}

function count(counts: Map<string, number>, name: string, times: number, most: number): void {
  if (counts.has(name) || counts.size < most) counts.set(name, (counts.get(name) ?? 0) + times);
}
