import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import type { BlobStore } from './blob-store.ts';

/** A row of `blobs/small.db`, where versions of November 2026 stored blobs of 16 KB at most. */
interface EarlierRow {
  sha256: string;
  content: Uint8Array;
  /** ms since the epoch. */
  storedAt: number;
}

const BUSY_TIMEOUT_MS = 5_000;

/** @param table path of the database. @returns its rows. @throws when it cannot be read. */
export function* readEarlierRows(table: string): Generator<EarlierRow> {
  const db = new DatabaseSync(table, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    for (const row of db.prepare('SELECT sha256, stored_at, content FROM blob').iterate()) {
      const {
        sha256: name,
        content,
        stored_at,
      } = row as {
        sha256: Uint8Array;
        content: Uint8Array;
        stored_at: number;
      };
      yield { sha256: Buffer.from(name).toString('hex'), content, storedAt: stored_at };
    }
  } finally {
    db.close();
  }
}

/**
 * Moves the rows of an earlier version to files in the background, then removes the table. A row can be read until
 * then. When a row cannot be moved (the disk is full), the rows stay, and the next start begins again.
 * @param table path of the database; it may be missing.
 * @returns the store of files and rows. `close` ends the moving.
 * @throws when the table is there and cannot be read.
 */
export function withEarlierRows(files: BlobStore, table: string): BlobStore & { close(): Promise<void> } {
  if (!existsSync(table)) return { ...files, close: async () => {} };
  let rows: ReturnType<typeof openRows> | undefined = openRows(table);
  let closing = false;
  const moveAll = async (): Promise<void> => {
    for (const { sha256: name, content } of readEarlierRows(table)) {
      if (closing) return;
      if (sha256(content) === name) await files.put(name, content);
    }
    rows?.close();
    rows = undefined;
    for (const suffix of ['', '-wal', '-shm']) rmSync(table + suffix, { force: true });
  };
  const moving = moveAll().catch(() => {});
  return {
    ...files,
    // The row is read first, because it may be moved to a file during this call.
    async sizeOf(name) {
      const row = rows?.get(name);
      return (await files.sizeOf(name)) ?? row?.length;
    },
    async has(name) {
      const row = rows?.get(name);
      return (await files.has(name)) || row !== undefined;
    },
    async get(name) {
      const row = rows?.get(name);
      return (await files.get(name)) ?? row;
    },
    async close() {
      closing = true;
      await moving;
      rows?.close();
    },
  };
}

function openRows(table: string) {
  try {
    const db = new DatabaseSync(table, { timeout: BUSY_TIMEOUT_MS });
    const content = db.prepare('SELECT content FROM blob WHERE sha256 = ?');
    return {
      get(name: string): Buffer | undefined {
        const row = content.get(Buffer.from(name, 'hex')) as { content: Uint8Array<ArrayBuffer> } | undefined;
        if (!row || sha256(row.content) !== name) return undefined;
        return Buffer.from(row.content.buffer, row.content.byteOffset, row.content.length);
      },
      close: () => db.close(),
    };
  } catch (error) {
    const fix = 'restore the data folder from a backup, or move the file away and publish the releases again';
    throw new Error(
      `The small files of releases cannot be read from ${table} (${(error as Error).message}): ${fix}`,
      { cause: error },
    );
  }
}
