import { sha256 } from '@voltframe/kit/packaging/sha256';
import { type Kysely, sql } from 'kysely';
import type { Tables, UpstreamResponseRow } from '../../platform/database/tables.ts';
import { ACTIVATION_CHANNEL } from '../../platform/database/other-gateways.ts';
import { createCoalescingRunner } from '../../platform/runtime/one-at-a-time.ts';
import type { DatabaseWatch } from '../../platform/database/database-watch.ts';
import type { UpstreamRequest } from './upstream-answers.ts';
import { type CachedResponse, isStored, type ResponseCache, type TagGeneration } from './response-cache.ts';

export interface ResponseStore {
  /** @returns the newest responses of each app without their bodies, the newest first. @param most of each app */
  load(most: number): Promise<CachedResponse[]>;
  get(key: string): Promise<CachedResponse | undefined>;
  /**
   * @returns the body of a response; undefined when another response is stored under the key, or no body.
   * @throws GW_DATABASE_AWAY, at once while the database is known to be away, or after 400 ms
   */
  body(key: string, digest: string): Promise<Buffer | undefined>;
  /** @returns the version that is now stored; it changes with the digest. */
  save(answer: CachedResponse): Promise<number>;
  remove(key: string): Promise<void>;
  /** @returns the requests of an app that have any of these tags. */
  tagged(app: string, tags: readonly string[]): Promise<UpstreamRequest[]>;
  /** Raises counters of an app by one. @returns their new values. */
  raise(app: string, buckets: readonly number[]): Promise<TagGeneration[]>;
  /** @param at ms since the epoch, by the clock of the gateway that changed it. */
  changedSince(at: number): Promise<{
    answers: {
      key: string;
      version: number;
    }[];
    tags: {
      app: string;
      bucket: number;
      generation: number;
    }[];
  }>;
}

interface ResponseStoreOptions {
  db: Kysely<Tables>;
  database: Pick<DatabaseWatch, 'within'>;
  /** Other gateways use the database too, and are notified of each change. */
  shared: boolean;
  now: () => number;
}

/** The longest wait for a body, in milliseconds: then the upstream is called. */
const LONGEST_READ_MS = 400;

/** Stored responses of upstreams: they outlive restarts, and all gateways on a database share them. */
export function createResponseStore({ db, database, shared, now }: ResponseStoreOptions): ResponseStore {
  const tellOthers = async (): Promise<void> => {
    if (shared) await sql`select pg_notify(${ACTIVATION_CHANNEL}, 'upstream')`.execute(db);
  };
  return {
    async load(most: number): Promise<CachedResponse[]> {
      const numbered = db
        .selectFrom('upstream_response')
        .select(WITHOUT_BODY)
        .select(sql<number>`length(body)`.as('body_bytes'))
        .select(sql<number>`row_number() over (partition by app order by fetched_at desc)`.as('place'));
      const newest = db.selectFrom(numbered.as('numbered')).selectAll().where('place', '<=', most);
      return (await newest.orderBy('fetched_at', 'desc').execute()).map((row) =>
        toResponse(row, { body: undefined, bodyBytes: row.body_bytes }),
      );
    },
    async get(key: string): Promise<CachedResponse | undefined> {
      const query = db.selectFrom('upstream_response').where('id', '=', sha256(key)).selectAll();
      const row = await query.executeTakeFirst();
      return row && toResponse(row, { body: asBuffer(row.body), bodyBytes: row.body.length });
    },
    async body(key: string, digest: string): Promise<Buffer | undefined> {
      const query = db.selectFrom('upstream_response').select('body').where('id', '=', sha256(key));
      const whole = query.where('digest', '=', digest).where('status', '!=', NO_BODY.status);
      const row = await database.within(LONGEST_READ_MS, () => whole.executeTakeFirst());
      return row && asBuffer(row.body);
    },
    async save(answer: CachedResponse): Promise<number> {
      const { key, request, digest, fetchedAtMs, version } = answer;
      const id = sha256(key);
      const times = {
        request: JSON.stringify(request),
        generation: answer.generation,
        fetched_at: fetchedAtMs,
      };
      const content = answer.body
        ? { status: answer.status, headers: JSON.stringify(answer.headers), body: answer.body }
        : NO_BODY;
      // An unchanged body is not written again.
      const isKept = answer.isBodyStored === true;
      const touched = await db
        .updateTable('upstream_response')
        .set({ ...times, ...(!isKept && content) })
        .where('id', '=', id)
        .where('digest', '=', digest)
        .where('version', '=', version)
        .executeTakeFirst();
      // Otherwise another response is stored, or none.
      if (touched.numUpdatedRows > 0n) return version;
      const values = {
        ...content,
        ...times,
        digest,
        changed_at: now(),
      };
      const stored = await db
        .insertInto('upstream_response')
        .values({ id, app: request.app, key, version: 1, ...values })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet((row) => ({ ...values, version: row('upstream_response.version', '+', 1) })),
        )
        .returning('version')
        .executeTakeFirstOrThrow();
      await tellOthers();
      return stored.version;
    },
    async remove(key: string): Promise<void> {
      await db.deleteFrom('upstream_response').where('id', '=', sha256(key)).execute();
    },
    async tagged(app: string, tags: readonly string[]): Promise<UpstreamRequest[]> {
      const rows = await db
        .selectFrom('upstream_response')
        .select('request')
        .where('app', '=', app)
        .execute();
      const requests = rows.map(({ request }) => JSON.parse(request) as UpstreamRequest);
      return requests.filter((request) => request.tags.some((tag) => tags.includes(tag)));
    },
    async raise(app: string, buckets: readonly number[]): Promise<TagGeneration[]> {
      const changedAt = now();
      const raised = buckets.map((bucket) =>
        db
          .insertInto('upstream_tag')
          .values({ app, bucket, generation: 1, changed_at: changedAt })
          .onConflict((conflict) =>
            conflict.columns(['app', 'bucket']).doUpdateSet((row) => ({
              generation: row('upstream_tag.generation', '+', 1),
              changed_at: changedAt,
            })),
          )
          .returning(['app', 'bucket', 'generation'])
          .executeTakeFirstOrThrow(),
      );
      const generations = await Promise.all(raised);
      await tellOthers();
      return generations;
    },
    async changedSince(at: number) {
      const answers = db.selectFrom('upstream_response').select(['key', 'version']);
      const tags = db.selectFrom('upstream_tag').select(['app', 'bucket', 'generation']);
      return {
        answers: await answers.where('changed_at', '>=', at).execute(),
        tags: await tags.where('changed_at', '>=', at).execute(),
      };
    },
  };
}

/** The columns of a response without its body, of which status and headers are of no use either. */
const NO_BODY = { status: 0, headers: '{}', body: Buffer.alloc(0) };

const WITHOUT_BODY = [
  'key',
  'request',
  'status',
  'headers',
  'digest',
  'generation',
  'fetched_at',
  'version',
] as const;

/** @returns the bytes of a driver, which may be no Buffer, without a copy. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

function toResponse(
  row: Pick<UpstreamResponseRow, (typeof WITHOUT_BODY)[number]>,
  content: { body: Buffer | undefined; bodyBytes: number },
): CachedResponse {
  const { key, request, status, headers, digest, generation, fetched_at: fetchedAtMs, version } = row;
  const isBodyStored = status !== NO_BODY.status;
  return {
    key,
    request: JSON.parse(request) as UpstreamRequest,
    status,
    headers: JSON.parse(headers) as Record<string, string>,
    body: isBodyStored ? content.body : undefined,
    bodyBytes: isBodyStored ? content.bodyBytes : undefined,
    isBodyStored,
    isListed: true,
    digest,
    fetchedAtMs,
    generation,
    version,
    savedAtMs: fetchedAtMs,
  };
}

/** Write-behind: stores cached responses in the background, so a slow database delays no visitor. */
export interface WriteBehind {
  /**
   * Stores the response that is cached under a key when the write begins; removes the stored one when there is none,
   * or 404 for an invented address.
   */
  save(key: string): void;
  /** @returns whether a write of this key has not begun. */
  isWaiting: (key: string) => boolean;
  /** Resolves after the last write. */
  done: () => Promise<void>;
}

/**
 * @param onError called with the first of several failures in a row; the next `save` of a key tries again.
 */
export function createWriteBehind(
  cache: Pick<ResponseCache, 'find' | 'written'>,
  store: Pick<ResponseStore, 'save' | 'remove'>,
  onError: (error: unknown) => void,
): WriteBehind {
  const waiting = new Set<string>();
  const attempt = reportFirst(onError);
  const saveOne = async (key: string): Promise<void> => {
    const response = cache.find(key);
    if (!response || !isStored(response)) return store.remove(key);
    const { fetchedAtMs: savedAtMs, body } = response;
    const saved = { version: await store.save(response), savedAtMs };
    Object.assign(response, saved);
    // The cache may have evicted its body meanwhile.
    const current = cache.find(key);
    if (current?.digest === response.digest) Object.assign(current, saved);
    if (body) cache.written(key, response.digest);
  };
  const writes = createCoalescingRunner(async () => {
    await Promise.resolve(); // several changes in one tick are one write
    for (const key of waiting) {
      waiting.delete(key); // a change during the write is another write
      await attempt(() => saveOne(key));
    }
  });
  return {
    save(key: string): void {
      waiting.add(key);
      void writes.run();
    },
    isWaiting: (key: string) => waiting.has(key),
    done: writes.run,
  };
}

/** @returns runs an attempt, never throws, and reports the first of several failures in a row. */
export function reportFirst(
  onError: (error: unknown) => void,
): (attempt: () => Promise<void>) => Promise<void> {
  let failing = false;
  return async (attempt) => {
    try {
      await attempt();
      failing = false;
    } catch (error) {
      if (!failing) onError(error);
      failing = true;
    }
  };
}
