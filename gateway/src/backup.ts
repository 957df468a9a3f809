import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, opendir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack as createPack, type Pack } from 'tar-stream';
import { gatewayErrors } from './platform/errors.ts';
import { noteBackup } from './platform/last-backup.ts';
import { reportFailure } from './platform/runtime/log-line.ts';
import { commandFailure } from './platform/runtime/start-failure.ts';

/** The database of the data folder. */
const DATABASE = 'site.db';
/** Files that a start creates again, and files whose content is in another file of the backup. */
const LEFT_OUT =
  /^(renderings|standby\.json(\..*)?|last-backup|\.backup-[^/]*)$|^(site\.db|gateway\.lock)(-\w+)?$/;

/**
 * Writes a gzip'd tar of the data folder, consistent while the gateway runs: the database as it was at one moment,
 * then the files, which are only ever added whole or removed. To restore it, unpack it into an empty data folder.
 * @param dataDir the gateway's DATA_DIR.
 * @throws GW_NO_SITE when the folder contains no database; an error when the folder cannot be read, or written to (the
 *   copy of the database is made in it).
 */
export async function writeBackup(dataDir: string, out: NodeJS.WritableStream): Promise<void> {
  if (!(await stat(path.join(dataDir, DATABASE)).catch(() => undefined)))
    throw gatewayErrors.NO_SITE({ place: `the data folder ${path.resolve(dataDir)}` });
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
  const copy = path.join(scratch, DATABASE);
  const source = new DatabaseSync(path.join(dataDir, DATABASE), { readOnly: true });
  await copyDatabase(source, copy).finally(() => source.close());
  await addFile(pack, copy, DATABASE);
  await addFolder(pack, dataDir, '');
  pack.finalize();
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

/** Most defects that are listed; further ones are counted. */
const MOST_TOLD = 20;
const BLOB = /^blobs\/([0-9a-f]{2})\/([0-9a-f]{62})$/;
const UPLOAD = /^uploads\/([0-9a-f-]{36}\.[a-z0-9]{2,5})$/;

/**
 * Proves a backup without restoring it: the archive is whole, the database opens and is sound, each file of a release
 * has its sha-256, and every file is there that the servable compositions and the entries of forms need.
 * @param file path of the backup.
 * @returns its live composition (undefined: nothing was live), and the numbers of files of releases and of received
 *   files (CVs).
 * @throws GW_BACKUP_UNSOUND with the defects, one a line.
 */
export async function verifyBackup(file: string) {
  const scratch = await mkdtemp(path.join(tmpdir(), 'backup-'));
  try {
    const database = path.join(scratch, DATABASE);
    const archive = await readArchive(file, database);
    const { defects, hasDatabase, digests } = archive;
    if (!hasDatabase) throw new Error(`${DATABASE} is missing`);
    const needed = readDatabase(database, defects);
    for (const [name, sha256] of needed.files) {
      const digest = digests.get(name);
      if (digest === undefined) defects.push(`${name} is missing`);
      else if (digest !== sha256) defects.push(`${name} has the sha-256 ${digest}, not ${sha256}`);
    }
    if (defects.length > 0) throw new Error(defects.slice(0, MOST_TOLD).join('\n'));
    const uploads = [...digests.keys()].filter((name) => UPLOAD.test(name)).length;
    return { composition: needed.composition, blobs: digests.size - uploads, uploads };
  } catch (error) {
    throw gatewayErrors.BACKUP_UNSOUND({ file, reason: (error as Error).message });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** @param database where the database of the archive is written. @returns the sha-256 of each file that has one. */
async function readArchive(file: string, database: string) {
  const digests = new Map<string, string>();
  const defects: string[] = [];
  let hasDatabase = false;
  const archive = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), archive);
  const taking = (async () => {
    for await (const entry of archive) {
      const { name } = entry.header;
      if (name === DATABASE) {
        hasDatabase = true;
        await pipeline(entry, createWriteStream(database));
        continue;
      }
      const hash = createHash('sha256');
      await pipeline(
        entry,
        new Writable({ write: (chunk: Buffer, _, done) => done((hash.update(chunk), undefined)) }),
      );
      const digest = hash.digest('hex');
      const [, start, rest] = BLOB.exec(name) ?? [];
      if (start !== undefined && digest !== `${start}${rest}`) defects.push(`${name} is damaged`);
      if (start !== undefined || UPLOAD.test(name)) digests.set(name, digest);
    }
  })();
  await Promise.all([reading, taking]);
  return { digests, defects, hasDatabase };
}

/** @returns the live composition, and the sha-256 of each file that the database names. */
function readDatabase(file: string, defects: string[]) {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const all = (sql: string) => db.prepare(sql).all() as Record<string, string>[];
    for (const { integrity_check: result } of all('pragma integrity_check'))
      if (result !== 'ok') defects.push(`site.db: ${result}`);
    const composition = all('select composition from live')[0]?.['composition'];
    const files = new Map<string, string>();
    const releases = new Map(
      all('select app, digest, body from release').map((row) => [keyOf(row), row['body']!]),
    );
    for (const { body } of all('select body from composition'))
      for (const [app, digest] of Object.entries(
        (JSON.parse(body!) as { apps: Record<string, string> }).apps,
      )) {
        const release = releases.get(keyOf({ app, digest }));
        if (release === undefined) defects.push(`the release ${app} ${digest.slice(0, 12)} is missing`);
        else addFiles(files, release);
      }
    if (all("select 1 from sqlite_master where name = 'enquiry'").length > 0)
      for (const { file_name, file_sha256 } of all(
        'select file_name, file_sha256 from enquiry where file_name is not null',
      ))
        files.set(`uploads/${file_name}`, file_sha256!);
    return { composition, files };
  } finally {
    db.close();
  }
}

function addFiles(files: Map<string, string>, release: string): void {
  const { files: own } = JSON.parse(release) as { files: Record<string, { sha256: string }> };
  for (const { sha256 } of Object.values(own))
    files.set(`blobs/${sha256.slice(0, 2)}/${sha256.slice(2)}`, sha256);
}

function keyOf({ app, digest }: Record<string, string>): string {
  return `${app}@${digest}`;
}

const USAGE = `Usage: npm run --silent backup -- <data folder> > backup.tar.gz
       npm run --silent backup -- verify <backup.tar.gz>`;

/** @returns the exit code. @throws GW_BACKUP_IN_DATABASE */
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
  if (process.env['DATABASE_URL'] || process.env['DATABASE_URL_FILE'])
    throw gatewayErrors.BACKUP_IN_DATABASE();
  await writeBackup(first, process.stdout);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
    reportFailure(commandFailure('backup', error).text);
    return 1;
  });
