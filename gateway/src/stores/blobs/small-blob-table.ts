import { DatabaseSync } from 'node:sqlite';
import { assertBlobName } from './blob-name.ts';

/** What becomes of one blob: its bytes are kept since `storedAt` (ms since the epoch), or it is removed. */
export type SmallBlobChange =
  | { sha256: string; bytes: Uint8Array; storedAt: number }
  | { sha256: string; storedBefore: number };

/** Small blobs as rows of an SQLite database of their own: to create a file costs more than to write it. */
export interface SmallBlobTable {
  /** All of them in order, or none; they outlive a power cut when it returns. @throws what the disk says. */
  change(changes: SmallBlobChange[]): void;
  /** @returns the bytes, not checked against their name. */
  get(sha256: string): Uint8Array<ArrayBuffer> | undefined;
  has(sha256: string): boolean;
  list(): Iterable<{ sha256: string; bytes: number; storedAt: number }>;
  close(): void;
}

/** How long a connection waits for the other one of this process before it gives up. */
const BUSY_TIMEOUT_MS = 5_000;
/** So many pages of 4 KB may lie in the log before they are moved to where they belong: each time waits for the disk. */
const LOG_PAGES = 8_192;
/** What is freed goes back to the disk. FULL: a commit is on the disk when it returns. */
const SETTINGS = `
  PRAGMA auto_vacuum = INCREMENTAL;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA wal_autocheckpoint = ${LOG_PAGES};
  CREATE TABLE IF NOT EXISTS blob (sha256 BLOB PRIMARY KEY, stored_at INTEGER NOT NULL, content BLOB NOT NULL) STRICT;
`;

interface Row {
  sha256: Uint8Array;
  content: Uint8Array<ArrayBuffer>;
  bytes: number;
  stored_at: number;
}

/** @param file of the database, created when missing. @throws when it is none, or not for us. */
export function openSmallBlobTable(file: string): SmallBlobTable {
  const db = open(file);
  const insert = db.prepare('INSERT INTO blob VALUES (?, ?, ?) ON CONFLICT (sha256) DO NOTHING');
  const remove = db.prepare('DELETE FROM blob WHERE sha256 = ? AND stored_at < ?');
  const content = db.prepare('SELECT content FROM blob WHERE sha256 = ?');
  const found = db.prepare('SELECT 1 FROM blob WHERE sha256 = ?');
  const all = db.prepare('SELECT sha256, length(content) AS bytes, stored_at FROM blob');
  const apply = (change: SmallBlobChange): void => {
    const name = keyOf(change.sha256);
    if ('bytes' in change) insert.run(name, change.storedAt, change.bytes);
    else remove.run(name, change.storedBefore);
  };
  return {
    change(changes) {
      db.exec('BEGIN IMMEDIATE');
      try {
        changes.forEach(apply);
        db.exec('COMMIT');
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
      if (changes.some((change) => 'storedBefore' in change)) db.exec('PRAGMA incremental_vacuum');
    },
    get(sha256) {
      const row = content.get(keyOf(sha256)) as Pick<Row, 'content'> | undefined;
      return row?.content;
    },
    has: (sha256) => found.get(keyOf(sha256)) !== undefined,
    *list() {
      for (const row of all.iterate() as Iterable<unknown>) {
        const { sha256, bytes, stored_at } = row as Row;
        yield { sha256: Buffer.from(sha256).toString('hex'), bytes, storedAt: stored_at };
      }
    },
    close: () => db.close(),
  };
}

/** No other text leads to a row: as hexadecimal digits in capitals would. */
function keyOf(name: string): Buffer {
  assertBlobName(name);
  return Buffer.from(name, 'hex');
}

function open(file: string): DatabaseSync {
  try {
    const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    db.exec(SETTINGS);
    return db;
  } catch (error) {
    const { message } = error as Error;
    const fix = 'restore the data folder from a backup, or move the file away and publish the releases again';
    throw new Error(`The small files of releases cannot be read from ${file} (${message}): ${fix}`, {
      cause: error,
    });
  }
}
