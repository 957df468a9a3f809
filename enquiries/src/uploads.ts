import { FILE_HEAD_BYTES } from '@voltframe/kit/contract/file-types';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { EnquiryTables } from './migrations.ts';

/** A file that has arrived and was checked; not yet part of an entry. */
export interface ReceivedFile {
  /** Random, with the ending of the visitor's file name. */
  name: string;
  bytes: number;
  sha256: string;
  /** Its content begins and ends as a PDF does. */
  isPdf: boolean;
  /** Its first bytes. */
  head: Buffer;
}

/** Where CVs are: outside everything that is served. */
export interface UploadStore {
  /**
   * Receives a file, which counts as garbage until `keep`. An aborted stream leaves no file.
   * @param filename of the visitor.
   */
  receive(stream: Readable, filename: string): Promise<ReceivedFile>;
  /** Makes a received file durable, before the entry that names it is committed. */
  keep(name: string): Promise<void>;
  read(name: string): Promise<Buffer>;
  remove(names: readonly string[]): Promise<void>;
  /** Names of files that are older than `olderThan` (ms since the epoch), kept or not. */
  stale(olderThan: number): Promise<string[]>;
}

/** Files of a folder, mode 0600. */
export function createFileUploads(folder: string): UploadStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = (name: string) => path.join(folder, `${safe(name)}.part`);
  const full = (name: string) => path.join(folder, safe(name));
  return {
    async receive(stream, filename) {
      const [ending = 'bin'] = /(?<=\.)[a-z0-9]{2,5}$/.exec(filename.toLowerCase()) ?? [];
      const name = `${randomUUID()}.${ending}`;
      try {
        return { name, ...(await writeChecked(stream, part(name))) };
      } catch (error) {
        await rm(part(name), { force: true });
        throw error;
      }
    },
    async keep(name) {
      await rename(part(name), full(name));
      await syncFolder(folder);
    },
    read: (name) => readFile(full(name)),
    async remove(names) {
      for (const name of names) {
        await rm(part(name), { force: true });
        await rm(full(name), { force: true });
      }
    },
    async stale(olderThan) {
      const expired: string[] = [];
      for (const file of await readdir(folder)) {
        const info = await stat(path.join(folder, file)).catch(() => undefined);
        if (info && info.mtimeMs < olderThan) expired.push(file.replace(/\.part$/, ''));
      }
      return expired;
    },
  };
}

/** For several gateways on one PostgreSQL: received in the local folder, kept in the database. */
export function createDatabaseUploads(
  db: Kysely<EnquiryTables>,
  folder: string,
  now: () => number,
): UploadStore {
  const local = createFileUploads(folder);
  return {
    receive: local.receive,
    async keep(name) {
      await local.keep(name);
      await db
        .insertInto('enquiry_upload')
        .values({ name, content: await local.read(name), created_at: now() })
        .execute();
      await local.remove([name]);
    },
    async read(name) {
      const row = await db
        .selectFrom('enquiry_upload')
        .select('content')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      return Buffer.from(row.content);
    },
    async remove(names) {
      await local.remove(names);
      if (names.length > 0)
        await db
          .deleteFrom('enquiry_upload')
          .where('name', 'in', [...names])
          .execute();
    },
    async stale(olderThan) {
      const rows = await db
        .selectFrom('enquiry_upload')
        .select('name')
        .where('created_at', '<', olderThan)
        .execute();
      return [...(await local.stale(olderThan)), ...rows.map((row) => row.name)];
    },
  };
}

async function writeChecked(stream: Readable, file: string): Promise<Omit<ReceivedFile, 'name'>> {
  const handle = await open(file, 'wx', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  try {
    // The stream stays open after a failed write: the rest of the form follows the file.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      if (head.length < FILE_HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, FILE_HEAD_BYTES);
      tail = Buffer.concat([tail, chunk.subarray(-1024)]).subarray(-1024);
      await handle.appendFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex'), isPdf: isPdf(head, tail), head };
}

/** `%PDF-1.7` at the start and `%%EOF` near the end (ISO 32000-2, 7.5.2 and 7.5.5). */
function isPdf(head: Buffer, tail: Buffer): boolean {
  return /^%PDF-\d\.\d/.test(head.toString('latin1')) && tail.includes('%%EOF');
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Names come from the site's database; an invalid one must still not leave the folder. */
function safe(name: string): string {
  if (!/^[0-9a-f-]{36}\.[a-z0-9]{2,5}$/.test(name)) throw new TypeError('not the name of an upload');
  return name;
}
