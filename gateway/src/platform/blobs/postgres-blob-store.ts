import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { MB } from '@voltframe/kit/contract/units';
import type { Kysely } from 'kysely';
import pMap from 'p-map';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import type { Tables } from '../database/tables.ts';
import { type BlobStore, RENEW_MS } from './blob-store.ts';
import type { ObjectStore } from './object-store.ts';

export interface PostgresBlobStoreOptions {
  db: Kysely<Tables>;
  /** The files on this machine: a cache whose entries are verified at each read. */
  cache: BlobStore;
  /** New blobs are objects of this store; undefined: they are rows. */
  objects?: ObjectStore | undefined;
  now: () => number;
  /** Largest row, in bytes. */
  partBytes?: number;
}

const PART_BYTES = 8 * MB;
const FILL_CONCURRENCY = 4;

/** Blobs that all gateways on a database share. A blob in the cache only does not count as stored. */
export function createPostgresBlobStore(options: PostgresBlobStoreOptions): BlobStore {
  const { db, cache, objects } = options;
  const fetching = new Map<string, Promise<Buffer | undefined>>();

  const fetchBlob = async (name: string): Promise<Buffer | undefined> => {
    const bytes = await readContent(options, name);
    // On a full disk the blob comes from the database: slower, but available.
    if (bytes) await cache.put(name, bytes).catch(() => {});
    return bytes;
  };
  const get = async (name: string): Promise<Buffer | undefined> => {
    const cached = await cache.get(name);
    if (cached) return cached;
    const running = fetching.get(name) ?? fetchBlob(name).finally(() => fetching.delete(name));
    fetching.set(name, running);
    return running;
  };

  const put = async (name: string, bytes: Uint8Array): Promise<void> => {
    if (sha256(bytes) !== name)
      throw new Error(`The content does not match its sha-256 ${name.slice(0, 80)}`);
    if ((await renew(options, name)) === undefined) await write(options, name, bytes);
    await cache.put(name, bytes).catch(() => {});
  };

  return {
    get,
    has: async (name) => (await renew(options, name)) !== undefined,
    sizeOf: (name) => renew(options, name),
    ...(cache.place && {
      place: {
        ...cache.place,
        // The cache may have no room for it.
        ensure: async (name) =>
          (await cache.has(name)) || ((await get(name)) !== undefined && cache.has(name)),
      },
    }),
    put,
    // The whole blob is sent to the database after its last byte arrived. Until then it is in the cache, or in memory
    // when the cache has no room.
    async putStream(name, bytes, chunks) {
      let isBegun = false;
      const begun = async function* () {
        isBegun = true;
        yield* chunks;
      };
      const isRight = await cache.putStream(name, bytes, begun()).catch((error: unknown) => {
        if (isBegun) throw error;
        return undefined;
      });
      if (isRight === false) return false;
      const arrived = isRight ? await cache.get(name) : await buffer(chunks);
      if (!arrived || sha256(arrived) !== name) return false;
      await put(name, arrived);
      return true;
    },
    async remove(name, storedBefore) {
      let deletion = db.deleteFrom('blob').where('sha256', '=', name);
      if (storedBefore !== undefined) deletion = deletion.where('stored_at', '<', storedBefore);
      const removed = await deletion.returning('object').executeTakeFirst();
      if (!removed) return;
      await cache.remove(name);
      // No row names the object any more. One that stays costs storage only.
      if (removed.object !== null) await objects?.remove(removed.object).catch(() => {});
    },
    async *list() {
      for (const row of await db.selectFrom('blob').selectAll().execute())
        yield { sha256: row.sha256, bytes: row.bytes, storedAt: row.stored_at };
    },
    cache: {
      async fetchAll(names) {
        const fill = async (name: string): Promise<unknown> => (await cache.has(name)) || get(name);
        await pMap(new Set(names), fill, { concurrency: FILL_CONCURRENCY });
      },
      prune: () => pruneCache(db, cache),
    },
  };
}

/** @returns the size of a stored blob. The call renews its age, which protects it from garbage collection. */
async function renew({ db, now }: PostgresBlobStoreOptions, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('blob')
    .select(['stored_at', 'bytes'])
    .where('sha256', '=', name)
    .executeTakeFirst();
  if (!row || row.stored_at > now() - RENEW_MS) return row?.bytes;
  const result = await db
    .updateTable('blob')
    .set({ stored_at: now() })
    .where('sha256', '=', name)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n ? row.bytes : undefined;
}

async function pruneCache(db: Kysely<Tables>, cache: BlobStore): Promise<void> {
  const rows = await db.selectFrom('blob').select('sha256').execute();
  const stored = new Set(rows.map((row) => row.sha256));
  for await (const { sha256: name } of cache.list()) if (!stored.has(name)) await cache.remove(name);
}

async function readContent(
  { db, objects }: PostgresBlobStoreOptions,
  name: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('blob')
    .select(['object', 'bytes'])
    .where('sha256', '=', name)
    .executeTakeFirst();
  const bytes = row?.object ? await objects?.get(row.object, row.bytes) : await readParts(db, name);
  return bytes && sha256(bytes) === name ? bytes : undefined;
}

async function readParts(db: Kysely<Tables>, name: string): Promise<Buffer | undefined> {
  const rows = await db
    .selectFrom('blob_part')
    .select('content')
    .where('sha256', '=', name)
    .orderBy('part')
    .execute();
  return rows.length > 0 ? Buffer.concat(rows.map((row) => row.content)) : undefined;
}

const write = (
  { objects, ...options }: PostgresBlobStoreOptions,
  name: string,
  bytes: Uint8Array,
): Promise<void> => (objects ? writeObject(options, objects, name, bytes) : writeParts(options, name, bytes));

/**
 * The row makes the object a blob, after the store has confirmed it. Each write has an object of its own, so that the
 * removal of a blob cannot remove the object of a later write.
 */
async function writeObject(
  { db, now }: PostgresBlobStoreOptions,
  objects: ObjectStore,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const object = `${name}.${randomUUID().slice(0, 8)}`;
  await objects.put(object, bytes);
  const row = await db
    .insertInto('blob')
    .values({ sha256: name, bytes: bytes.length, stored_at: now(), object })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ stored_at: now() }))
    .returning('object')
    .executeTakeFirstOrThrow();
  // Another call has stored the blob in the meantime.
  if (row.object !== object) await objects.remove(object).catch(() => {});
}

async function writeParts(
  { db, now, partBytes = PART_BYTES }: PostgresBlobStoreOptions,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('blob')
      .values({ sha256: name, bytes: bytes.length, stored_at: now(), object: null })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ stored_at: now() }))
      .execute();
    // An empty file has one empty part, because a blob without parts does not exist.
    for (let part = 0; part === 0 || part * partBytes < bytes.length; part++) {
      const content = Buffer.from(bytes.subarray(part * partBytes, (part + 1) * partBytes));
      await tx
        .insertInto('blob_part')
        .values({ sha256: name, part, content })
        .onConflict((conflict) => conflict.columns(['sha256', 'part']).doUpdateSet({ content }))
        .execute();
    }
  });
}
