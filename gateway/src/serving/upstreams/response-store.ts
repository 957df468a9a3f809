import { sha256 } from '@voltframe/kit/packaging/sha256';
import { type Kysely, sql } from 'kysely';
import type { Tables, UpstreamAnswerRow } from '../../platform/database/tables.ts';
import { ACTIVATION_CHANNEL } from '../../platform/database/other-gateways.ts';
import type { UpstreamRequest } from './upstream-answers.ts';
import { type ResponseMemory, type CachedResponse, isPresent, type TagGeneration } from './response-cache.ts';

type ResponseHead = Pick<CachedResponse, 'version' | 'digest' | 'fetchedAtMs' | 'generation'>;

/** The answers over restarts, and for all gateways on a database. */
export interface ResponseStore {
  /** @returns the newest answers of all apps, the newest first. */
  load(most: number): Promise<CachedResponse[]>;
  get(key: string): Promise<CachedResponse | undefined>;
  head(key: string): Promise<ResponseHead | undefined>;
  /** @returns the version that is stored now: another one when the digest is another. */
  save(answer: CachedResponse): Promise<number>;
  remove(key: string): Promise<void>;
  /** @returns what the answers of an app with any of these tags were asked for with. */
  tagged(app: string, tags: readonly string[]): Promise<UpstreamRequest[]>;
  /** Raises counters of an app by one. @returns what they are now. */
  raise(app: string, buckets: readonly number[]): Promise<TagGeneration[]>;
  /** @param at ms since the epoch, by the clock of whoever changed it. */
  changedSince(at: number): Promise<{ answers: { key: string; version: number }[]; tags: TagGeneration[] }>;
}

interface ResponseStoreOptions {
  db: Kysely<Tables>;
  /** Other gateways use the database too, and are told of each change. */
  shared: boolean;
  now: () => number;
}

export function createResponseStore({ db, shared, now }: ResponseStoreOptions): ResponseStore {
  const tellOthers = async (): Promise<void> => {
    if (shared) await sql`select pg_notify(${ACTIVATION_CHANNEL}, 'upstream')`.execute(db);
  };
  const byKey = (key: string) => db.selectFrom('site_upstream_answer').where('id', '=', sha256(key));
  return {
    async load(most) {
      const rows = db
        .selectFrom('site_upstream_answer')
        .selectAll()
        .orderBy('fetched_at', 'desc')
        .limit(most);
      return (await rows.execute()).map(toAnswer);
    },
    async get(key) {
      const row = await byKey(key).selectAll().executeTakeFirst();
      return row && toAnswer(row);
    },
    async head(key) {
      const row = await byKey(key)
        .select(['version', 'digest', 'fetched_at as fetchedAtMs', 'generation'])
        .executeTakeFirst();
      return row;
    },
    async save(answer) {
      if (await touch(db, answer)) return answer.version;
      const version = await put(db, answer, now());
      await tellOthers();
      return version;
    },
    async remove(key) {
      await db.deleteFrom('site_upstream_answer').where('id', '=', sha256(key)).execute();
    },
    async tagged(app, tags) {
      const rows = await db
        .selectFrom('site_upstream_answer')
        .select('request')
        .where('app', '=', app)
        .execute();
      const requests = rows.map(({ request }) => JSON.parse(request) as UpstreamRequest);
      return requests.filter((request) => request.tags.some((tag) => tags.includes(tag)));
    },
    async raise(app, buckets) {
      const raised = await Promise.all(buckets.map((bucket) => raiseOne(db, app, bucket, now())));
      await tellOthers();
      return raised;
    },
    async changedSince(at) {
      const answers = db.selectFrom('site_upstream_answer').select(['key', 'version']);
      const tags = db.selectFrom('site_upstream_tag').select(['app', 'bucket', 'generation']);
      return {
        answers: await answers.where('changed_at', '>=', at).execute(),
        tags: await tags.where('changed_at', '>=', at).execute(),
      };
    },
  };
}

function toAnswer(row: UpstreamAnswerRow): CachedResponse {
  const { key, request, status, headers, body, digest, generation, fetched_at: fetchedAtMs, version } = row;
  return {
    key,
    request: JSON.parse(request) as UpstreamRequest,
    status,
    headers: JSON.parse(headers) as Record<string, string>,
    body: Buffer.from(body),
    digest,
    fetchedAtMs,
    generation,
    version,
    savedAtMs: fetchedAtMs,
  };
}

/** @returns false when something else is stored, or nothing. */
async function touch(db: Kysely<Tables>, answer: CachedResponse): Promise<boolean> {
  const { key, request, digest, generation, fetchedAtMs, version } = answer;
  const { numUpdatedRows } = await db
    .updateTable('site_upstream_answer')
    .set({ request: JSON.stringify(request), generation, fetched_at: fetchedAtMs })
    .where('id', '=', sha256(key))
    .where('digest', '=', digest)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function put(db: Kysely<Tables>, answer: CachedResponse, changedAt: number): Promise<number> {
  const { key, request, status, headers, body, digest, generation, fetchedAtMs } = answer;
  const values = {
    request: JSON.stringify(request),
    status,
    headers: JSON.stringify(headers),
    body,
    digest,
    generation,
    fetched_at: fetchedAtMs,
    changed_at: changedAt,
  };
  const { version } = await db
    .insertInto('site_upstream_answer')
    .values({ id: sha256(key), app: request.app, key, version: 1, ...values })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({ ...values, version: row('site_upstream_answer.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

async function raiseOne(
  db: Kysely<Tables>,
  app: string,
  bucket: number,
  changedAt: number,
): Promise<TagGeneration> {
  return db
    .insertInto('site_upstream_tag')
    .values({ app, bucket, generation: 1, changed_at: changedAt })
    .onConflict((conflict) =>
      conflict.columns(['app', 'bucket']).doUpdateSet((row) => ({
        generation: row('site_upstream_tag.generation', '+', 1),
        changed_at: changedAt,
      })),
    )
    .returning(['app', 'bucket', 'generation'])
    .executeTakeFirstOrThrow();
}

/** Writes what is at hand to the store, behind whoever reads: a database that is slow or gone costs no visitor anything. */
export interface WriteBehind {
  /** Has the answer under a key stored as it is when its turn comes; removed when there is none, or nothing in it. */
  save(key: string): void;
  /** @returns whether it still has to be stored. */
  isWaiting(key: string): boolean;
  /** Resolves when all is stored that can be. */
  done(): Promise<void>;
}

/** @param onError once until storing works again; what was not stored is tried with the next call of `save` for its key. */
export function createWriteBehind(
  memory: Pick<ResponseMemory, 'get'>,
  store: Pick<ResponseStore, 'save' | 'remove'>,
  onError: (error: unknown) => void,
): WriteBehind {
  const waiting = new Set<string>();
  const tellOnce = createTellOnce(onError);
  let saving: Promise<void> | undefined;
  const saveOne = async (key: string): Promise<void> => {
    const answer = memory.get(key);
    if (!answer || !isPresent(answer)) return store.remove(key);
    const { fetchedAtMs } = answer;
    answer.version = await store.save(answer);
    answer.savedAtMs = fetchedAtMs;
  };
  const saveAll = async (): Promise<void> => {
    await Promise.resolve(); // whoever changes several at once has them stored once
    for (const key of waiting) {
      waiting.delete(key); // what changes while it is stored is stored once more
      await tellOnce(() => saveOne(key));
    }
    saving = undefined;
  };
  return {
    save(key) {
      waiting.add(key);
      saving ??= saveAll();
    },
    isWaiting: (key) => waiting.has(key),
    done: async () => saving,
  };
}

/**
 * For what is tried again and again, and fails for a while.
 * @param onFailing told of the first failure, and of none after it until it worked again.
 * @returns runs one attempt; never throws.
 */
export function createTellOnce(
  onFailing: (error: unknown) => void,
): (attempt: () => Promise<void>) => Promise<void> {
  let failing = false;
  return async (attempt) => {
    try {
      await attempt();
      failing = false;
    } catch (error) {
      if (!failing) onFailing(error);
      failing = true;
    }
  };
}
