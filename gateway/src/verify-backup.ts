import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** The content of a backup. */
export interface BackupContent {
  /** Id of the live composition; undefined: nothing was live, or the state is in PostgreSQL. */
  composition: string | undefined;
  /** Number of files of releases, and of received files (CVs). */
  blobs: number;
  uploads: number;
}

/** Most defects that are listed; further ones are counted. */
const MOST_TOLD = 20;
const BLOB = /^blobs\/([0-9a-f]{2})\/([0-9a-f]{62})$/;
const UPLOAD = /^uploads\/([0-9a-f-]{36}\.pdf)$/;

/**
 * Proves a backup without restoring it: the archive is whole, the database opens and is sound, each file of a release
 * has its sha-256, and every file is there that the servable compositions and the entries of forms need.
 * @param file path of the backup.
 * @returns its content.
 * @throws an Error with the defects, one a line.
 */
export async function verifyBackup(file: string): Promise<BackupContent> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'backup-'));
  try {
    const database = path.join(scratch, 'site.db');
    const archive = await readArchive(file, database);
    const { defects, hasDatabase, digests } = archive;
    const needed = hasDatabase ? readDatabase(database, defects) : undefined;
    for (const [name, sha256] of needed?.files ?? []) {
      const digest = digests.get(name);
      if (digest === undefined) defects.push(`${name} is missing`);
      else if (digest !== sha256) defects.push(`${name} has the sha-256 ${digest}, not ${sha256}`);
    }
    if (defects.length > 0) throw new Error(defects.slice(0, MOST_TOLD).join('\n'));
    const uploads = [...digests.keys()].filter((name) => UPLOAD.test(name)).length;
    return { composition: needed?.composition, blobs: digests.size - uploads, uploads };
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
      if (name === 'site.db') {
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
    for (const { integrity_check: finding } of all('pragma integrity_check'))
      if (finding !== 'ok') defects.push(`site.db: ${finding}`);
    const composition = all('select composition from site_live')[0]?.['composition'];
    const files = new Map<string, string>();
    const releases = new Map(
      all('select app, digest, body from site_release').map((row) => [keyOf(row), row['body']!]),
    );
    for (const { body } of all('select body from site_composition'))
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
