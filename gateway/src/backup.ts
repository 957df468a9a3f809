import { createReadStream } from 'node:fs';
import { mkdtemp, opendir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { pack as createPack, type Pack } from 'tar-stream';
import { readEarlierRows } from './platform/blobs/earlier-rows.ts';
import { reportFailure } from './platform/runtime/log-line.ts';
import { verifyBackup } from './verify-backup.ts';
import { noteBackup } from './platform/last-backup.ts';

/** Files that a start creates again, and files whose content is in another file of the backup. */
const LEFT_OUT =
  /^(renderings|standby\.json(\..*)?|last-backup|\.backup-[^/]*)$|^(site\.db|blobs\/small\.db|gateway\.lock)(-\w+)?$/;

/**
 * Writes a gzip'd tar of the data folder, consistent while the gateway runs: the database as it was at one moment,
 * then the files, which are only ever added whole or removed. Blobs that an earlier version stored as rows of a
 * database, and that are not moved yet, are files in it. To restore it, unpack it into an empty data folder. With
 * PostgreSQL only the folder is in it: `pg_dump` has the rest.
 * @param dataDir the gateway's DATA_DIR.
 * @throws when the folder cannot be read, or written to (the copy of the database is made in it).
 */
export async function writeBackup(dataDir: string, out: NodeJS.WritableStream): Promise<void> {
  const scratch = await mkdtemp(path.join(dataDir, '.backup-'));
  try {
    const pack = createPack();
    const writing = pipeline(pack, createGzip({ level: 1 }), out);
    const filling = fill(pack, dataDir, scratch).catch((error: Error) => pack.destroy(error));
    await Promise.all([writing, filling]);
    await noteBackup(dataDir);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function fill(pack: Pack, dataDir: string, scratch: string): Promise<void> {
  const database = path.join(dataDir, 'site.db');
  if (await stat(database).catch(() => undefined)) {
    const copy = path.join(scratch, 'site.db');
    const source = new DatabaseSync(database, { readOnly: true });
    await copyDatabase(source, copy).finally(() => source.close());
    await addFile(pack, copy, 'site.db');
  }
  await addEarlierRows(pack, path.join(dataDir, 'blobs/small.db'));
  await addFolder(pack, dataDir, '');
  pack.finalize();
}

async function addEarlierRows(pack: Pack, table: string): Promise<void> {
  if (!(await stat(table).catch(() => undefined))) return;
  for (const { sha256, content, storedAt } of readEarlierRows(table)) {
    const name = `blobs/${sha256.slice(0, 2)}/${sha256.slice(2)}`;
    const header = { name, size: content.length, mtime: new Date(storedAt), mode: 0o644 };
    await pipeline([content], pack.entry(header));
  }
}

async function addFolder(pack: Pack, folder: string, prefix: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const name = prefix + entry.name;
    if (LEFT_OUT.test(name)) continue;
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await addFolder(pack, file, `${name}/`);
    else if (entry.isFile()) await addFile(pack, file, name);
  }
}

/** A file that was removed since the folder was read was no longer needed. */
async function addFile(pack: Pack, file: string, name: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) return;
  const header = { name, size: stats.size, mtime: stats.mtime, mode: stats.mode & 0o777 };
  await pipeline(createReadStream(file), pack.entry(header));
}

const USAGE = `Usage: npm run --silent backup -- <data folder> > backup.tar.gz
       npm run --silent backup -- verify <backup.tar.gz>`;

/** @returns the exit code. */
async function main([first, second]: string[]): Promise<number> {
  if (first === 'verify' && second !== undefined) {
    const { composition = 'none', blobs, uploads } = await verifyBackup(second);
    process.stdout.write(
      `sound: composition ${composition}, ${blobs} files of releases, ${uploads} received files\n`,
    );
    return 0;
  }
  if (first === undefined || second !== undefined || process.stdout.isTTY) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  await writeBackup(first, process.stdout);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
    reportFailure(`backup: ${(error as Error).message}`);
    return 1;
  });
