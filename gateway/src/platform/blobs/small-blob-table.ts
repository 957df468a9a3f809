import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
  /** Some at a time: others have their turn in between. */
  list(): AsyncIterable<{ sha256: string; bytes: number; storedAt: number }>;
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
  rowid: number;
  bytes: number;
  stored_at: number;
}

/** Listed at once: a millisecond or two. */
const PAGE_ROWS = 200;

/** @param file of the database, created when missing. @throws when it is none, or not for us. */
export function openSmallBlobTable(file: string): SmallBlobTable {
  const db = open(file);
  const insert = db.prepare('INSERT INTO blob VALUES (?, ?, ?) ON CONFLICT (sha256) DO NOTHING');
  const remove = db.prepare('DELETE FROM blob WHERE sha256 = ? AND stored_at < ?');
  const content = db.prepare('SELECT content FROM blob WHERE sha256 = ?');
  const found = db.prepare('SELECT 1 FROM blob WHERE sha256 = ?');
  const page = db.prepare(
    `SELECT rowid, sha256, length(content) AS bytes, stored_at FROM blob WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE_ROWS}`,
  );
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
      if (changes.some((change) => 'storedBefore' in change)) giveRoomBack(db);
    },
    get(sha256) {
      const row = content.get(keyOf(sha256)) as Pick<Row, 'content'> | undefined;
      return row?.content;
    },
    has: (sha256) => found.get(keyOf(sha256)) !== undefined,
    async *list() {
      for (let last = 0, rows: Row[]; ; last = rows.at(-1)!.rowid) {
        rows = page.all(last) as unknown as Row[];
        for (const { sha256, bytes, stored_at } of rows)
          yield { sha256: Buffer.from(sha256).toString('hex'), bytes, storedAt: stored_at };
        if (rows.length < PAGE_ROWS) return;
        await nextTurn();
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

/** What is changed is changed, also where the disk has no room to move what is behind it. */
function giveRoomBack(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA incremental_vacuum');
  } catch {
    // The next removal tries again.
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, https://sqlite.org/rescode.html: of all else the file is none the worse. */
const DAMAGED = new Set([11, 26]);

function open(file: string): DatabaseSync {
  try {
    const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    db.exec(SETTINGS);
    return db;
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    if (errcode === undefined || !DAMAGED.has(errcode & 0xff)) throw error;
    const fix = 'restore the data folder from a backup, or move the file away and publish the releases again';
    throw new Error(`The small files of releases cannot be read from ${file} (${message}): ${fix}`, {
      cause: error,
    });
  }
}

/** @returns what a table holds at one moment, whoever writes to it meanwhile, one after the other. */
export function* readSmallBlobs(
  file: string,
): Generator<{ sha256: string; content: Uint8Array; storedAt: number }> {
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    for (const row of db.prepare('SELECT sha256, stored_at, content FROM blob').iterate()) {
      const { sha256, content, stored_at } = row as unknown as Row;
      yield { sha256: Buffer.from(sha256).toString('hex'), content, storedAt: stored_at };
    }
  } finally {
    db.close();
  }
}
