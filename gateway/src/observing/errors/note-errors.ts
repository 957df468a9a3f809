import { hash } from 'node:crypto';
import { errorId, frameOf } from '@voltframe/kit/contract/reports/error-id';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@voltframe/kit/contract/units';
import { type Insertable, type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from '../../platform/database/tables.ts';
import { createAttemptLimit, createNetworkLimit } from '../../platform/runtime/attempt-limit.ts';
import { createCoalescingRunner } from '../../platform/runtime/one-at-a-time.ts';
import type { PositionsIn } from '../stacks/source-positions.ts';
import { partsOfFrame } from '../stacks/stacks.ts';
import { attribute, type Attributed, type SeenError } from './attribution.ts';
import { cleanMessage } from './clean-message.ts';
import { mostEntries } from '../../platform/runtime/most-entries.ts';

/** Counts the errors of every app and release, in groups of equal errors. */
export interface ErrorNotes {
  /**
   * Counts an error in memory; never throws.
   * @param address of the visitor whose browser reported it, for a limit; it is not stored. @returns its short id
   */
  note(seen: SeenError, address?: string): string;
  /** Stores what was counted; also runs every few seconds, and before errors are read. Never rejects. */
  flush(): Promise<void>;
}

export interface ErrorNotesOptions {
  /** Opened by `openDatabase`. */
  db: Kysely<Tables>;
  positionsIn: PositionsIn;
  /** @returns digests of the live releases by app. */
  live(): Readonly<Record<string, string>>;
  /** How long a group is stored after it was last seen, in ms. */
  keepMs: number;
  now: () => number;
  /** Called with errors of writing. */
  onError(error: unknown): void;
}

/**
 * Limits of one source (listed pages, unlisted addresses, browsers), so that none takes the place of another: different
 * errors of an app in memory until the next write; stored groups of a release, and of an app.
 */
export const LIMITS = { inMemory: 50, ofRelease: 50, ofApp: 200 } as const;
/** Different errors that the browsers of a network may add within a day. */
export const MOST_OF_A_NETWORK = 20;
/** Stacks of an app and source that are mapped within a minute: mapping one takes milliseconds of a thread. */
export const MOST_MAPPED = 100;
/** Errors whose place is remembered. */
const REMEMBERED = 1_000;
/** Rows of one statement, by the parameters that SQLite takes. */
const AT_ONCE = 1_000;

/** Equal errors since the last write. */
interface Tally {
  key: string;
  seen: SeenError;
  firstSeen: number;
  lastSeen: number;
}
type Row = Insertable<Tables['error_group']>;

/** Errors are in memory until the next write, and at most {@link LIMITS} of them while the database is away. */
export function createErrorNotes(options: ErrorNotesOptions): ErrorNotes {
  const { db, positionsIn, live, keepMs, now, onError } = options;
  const places = new LRUCache<string, Attributed>(mostEntries(REMEMBERED));
  const mapped = createAttemptLimit({ most: MOST_MAPPED, windowMs: MINUTE_MS, now });
  const added = createNetworkLimit({ most: MOST_OF_A_NETWORK, windowMs: DAY_MS, now });
  /** By app and source. */
  let counted = new Map<string, Map<string, Tally>>();
  /** Rows that are not written yet. After a failure they are the first of the next run. */
  let rows: Row[] = [];
  let prunedAt = -Infinity;

  const placeOf = async ({ key, seen }: Tally): Promise<Attributed> => {
    const { app, release, kind, source } = seen;
    const known = places.get(key);
    if (known) return known;
    if (!mapped.take(`${app} ${source}`)) return { app, release, kind, frames: [] };
    const found = await attribute(seen, positionsIn);
    places.set(key, found);
    return found;
  };
  const write = async (): Promise<void> => {
    while (rows.length > 0) {
      const part = rows.slice(0, AT_ONCE);
      await addGroups(db, part);
      rows = rows.slice(AT_ONCE);
      // Written rows are not written again when this fails.
      await boundGroups(db, new Set(part.map(({ app }) => app)), live(), now()).catch(onError);
    }
  };
  const { run: flush } = createCoalescingRunner(async () => {
    try {
      await write();
      const tallies = [...counted.values()].flatMap((ofSource) => [...ofSource.values()]);
      counted = new Map();
      const groups = new Map<string, Row>();
      for (const tally of tallies) addRow(groups, rowOf(tally, await placeOf(tally)));
      rows = [...groups.values()];
      await write();
      if (now() - prunedAt < HOUR_MS) return;
      await db
        .deleteFrom('error_group')
        .where('last_seen', '<', now() - keepMs)
        .execute();
      prunedAt = now();
    } catch (error) {
      onError(error);
    }
  });
  return {
    note(seen, address) {
      const id = errorId(seen.message);
      const key = keyOf(seen, id);
      const scope = `${seen.app} ${seen.source}`;
      const ofSource = counted.get(scope) ?? new Map<string, Tally>();
      counted.set(scope, ofSource);
      const known = ofSource.get(key);
      if (known) {
        known.seen.times += seen.times;
        known.lastSeen = now();
      } else if (
        ofSource.size < LIMITS.inMemory &&
        (address === undefined || places.has(key) || added.take(address))
      )
        ofSource.set(key, { key, seen: { ...seen }, firstSeen: now(), lastSeen: now() });
      return id;
    },
    flush,
  };
}

/** React's message for a hydration mismatch is always the same: the component distinguishes such errors. */
function keyOf({ app, release, source, kind, stack = '', components = '' }: SeenError, id: string): string {
  const parts = [app, release, source, kind, id, frameOf(stack), frameOf(components)];
  return hash('sha256', parts.join('\n'), 'base64url');
}

/** The fingerprint is of the message and the file, so that it is the same in every release, browser and line. */
function rowOf({ seen, firstSeen, lastSeen }: Tally, { app, release, kind, place, frames }: Attributed): Row {
  const [file = ''] = place?.split(':') ?? frames.flatMap(partsOfFrame).flatMap(({ source }) => source ?? []);
  return {
    app,
    release,
    source: seen.source,
    fingerprint: `${errorId(seen.message)}${hash('sha256', file, 'base64url').slice(0, 8)}`,
    first_seen: firstSeen,
    last_seen: lastSeen,
    times: seen.times,
    kind,
    message: cleanMessage(seen.message),
    place: place ?? null,
    frames: JSON.stringify(frames),
    route: seen.route ?? null,
    browser: seen.browser ?? null,
    composition: seen.composition,
  };
}

/** A statement must not change a row twice. */
function addRow(groups: Map<string, Row>, row: Row): void {
  const key = groupKey(row);
  const known = groups.get(key);
  if (known) {
    known.times += row.times;
    known.last_seen = Math.max(known.last_seen, row.last_seen);
  } else groups.set(key, row);
}

function groupKey({ app, release, source, fingerprint }: Row): string {
  return `${app} ${release} ${source} ${fingerprint}`;
}

/** The counts of several gateways add up. The sample of a group is its first error. */
async function addGroups(db: Kysely<Tables>, rows: Row[]): Promise<void> {
  // Two gateways change the rows in the same order, so they wait for each other and never both.
  const inOrder = rows.toSorted((a, b) => (groupKey(a) < groupKey(b) ? -1 : 1));
  await db
    .insertInto('error_group')
    .values(inOrder)
    .onConflict((conflict) =>
      conflict.columns(['app', 'release', 'source', 'fingerprint']).doUpdateSet({
        times: sql`error_group.times + excluded.times`,
        last_seen: sql`case when excluded.last_seen > error_group.last_seen then excluded.last_seen else error_group.last_seen end`,
      }),
    )
    .execute();
}

/**
 * Deletes the groups over the limits of these apps: first those that were not seen for a day, then the newest, so that
 * invented errors displace none that was there before. Over the limit of an app, groups of earlier releases go first.
 * @param live digests by app. @param now ms since the epoch.
 */
async function boundGroups(
  db: Kysely<Tables>,
  apps: ReadonlySet<string>,
  live: Readonly<Record<string, string>>,
  now: number,
): Promise<void> {
  const order = sql`case when last_seen > ${now - DAY_MS} then 0 else 1 end, first_seen, fingerprint`;
  const releases = sql.join(['', ...Object.values(live)]);
  await sql`delete from error_group where (app, release, source, fingerprint) in (
    select app, release, source, fingerprint from (
      select app, release, source, fingerprint,
        row_number() over (partition by app, source, release order by ${order}) as of_release,
        row_number() over (partition by app, source
          order by case when release in (${releases}) then 0 else 1 end, ${order}) as of_app
      from error_group where app in (${sql.join([...apps])})
    ) as numbered where of_release > ${LIMITS.ofRelease} or of_app > ${LIMITS.ofApp})`.execute(db);
}
