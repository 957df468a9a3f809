import path from 'node:path';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import {
  createAskedThread,
  type RunningThread,
  startThread,
  type ThreadEvents,
} from '../processes/asked-thread.ts';
import type { BlobStore } from './blob-store.ts';
import { openSmallBlobTable, type SmallBlobChange } from './small-blob-table.ts';

/** Blobs in a table that a thread of its own writes to; what it has not written yet can be had all the same. */
export interface SmallBlobs extends Pick<BlobStore, 'put' | 'settle' | 'get' | 'has' | 'remove' | 'list'> {
  /** What is not settled then is lost. */
  close(): void;
}

export interface SmallBlobsOptions {
  /** Of the database. */
  file: string;
  now: () => number;
  /** Calls back after a time in milliseconds. @returns calls it off. */
  after(ms: number, callback: () => void): () => void;
  start?: (events: ThreadEvents<undefined>) => RunningThread<SmallBlobChange>;
}

/** With more than that on its way, whoever brings more waits. */
const UNWRITTEN_BYTES = 8 * 1024 * 1024;

/** @throws when the file is no database, or not for us. */
export function openSmallBlobs(options: SmallBlobsOptions): SmallBlobs {
  const { file, now, after } = options;
  const table = openSmallBlobTable(file);
  const { start = (events) => startWriting(events, file) } = options;
  const { ask, end } = createAskedThread({ start, after, over: 'small files are written no more' });
  const unwritten = createUnwritten((name, bytes) => ask({ sha256: name, bytes, storedAt: now() }));
  /** On their way out of the table: whoever needs one brings it again, behind its removal. */
  const leaving = new Set<string>();
  const has = (name: string): boolean =>
    unwritten.find(name) !== undefined || (!leaving.has(name) && table.has(name));
  const remove: SmallBlobs['remove'] = async (name, storedBefore = Infinity) => {
    const isHere = has(name);
    if (storedBefore > now()) unwritten.drop(name);
    if (!isHere) return;
    leaving.add(name);
    await ask({ sha256: name, storedBefore }).finally(() => leaving.delete(name));
  };
  return {
    async put(name, bytes) {
      if (has(name)) return;
      if (sha256(bytes) !== name) throw new Error(`The content does not match its sha-256 ${name}`);
      if (unwritten.bytes() > UNWRITTEN_BYTES) await unwritten.settle();
      // Of its own memory: the caller's is the caller's again, and of a part of something larger a message holds all of it.
      unwritten.write(name, new Uint8Array(bytes));
    },
    settle: unwritten.settle,
    async get(name) {
      const bytes = unwritten.find(name) ?? table.get(name);
      if (bytes === undefined) return undefined;
      if (sha256(bytes) === name) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      await remove(name);
      return undefined;
    },
    has: async (name) => has(name),
    remove,
    async *list() {
      // Of a release whose rest never came: nobody else settles it, and what is not listed is never removed.
      await unwritten.settle().catch(() => {}); // what cannot be is tried again
      yield* table.list();
    },
    close() {
      end();
      table.close();
    },
  };
}

function startWriting(events: ThreadEvents<undefined>, file: string): RunningThread<SmallBlobChange> {
  const script = path.join(import.meta.dirname, 'small-blob-worker');
  return startThread(events, script, 'the thread that writes small files', { data: file });
}

interface Entry {
  bytes: Uint8Array<ArrayBuffer>;
  hasFailed: boolean;
  written: Promise<void>;
}

/** What is on its way into the table. */
function createUnwritten(writeBlob: (name: string, bytes: Uint8Array) => Promise<void>) {
  const entries = new Map<string, Entry>();
  let total = 0;
  const drop = (name: string): void => {
    total -= entries.get(name)?.bytes.length ?? 0;
    entries.delete(name);
  };
  const write = (name: string, bytes: Entry['bytes']): Promise<void> => {
    drop(name);
    const written = writeBlob(name, bytes).then(
      () => {
        if (entries.get(name) === entry) drop(name); // else it was removed, and brought again
      },
      (error: unknown) => {
        entry.hasFailed = true;
        throw error;
      },
    );
    written.catch(() => {}); // who settles is told
    const entry = { bytes, hasFailed: false, written };
    entries.set(name, entry);
    total += bytes.length;
    return written;
  };
  return {
    write: (name: string, bytes: Entry['bytes']): void => void write(name, bytes),
    drop,
    find: (name: string) => entries.get(name)?.bytes,
    bytes: () => total,
    /** What was brought until now is in the table. @throws when it is not; the next call tries again. */
    async settle(): Promise<void> {
      const writes = [...entries].map(([name, { bytes, hasFailed, written }]) =>
        hasFailed ? write(name, bytes) : written,
      );
      await Promise.all(writes);
    },
  };
}
