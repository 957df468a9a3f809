import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { releaseDigest } from '@voltframe/kit/contract/release/digest';
import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';

/** A release folder that is changed as a new build would change it. */
export class EditedRelease {
  readonly folder: string;
  release: Release;

  constructor(folder: string) {
    this.folder = folder;
    this.release = JSON.parse(readFileSync(path.join(folder, 'release.json'), 'utf8')) as Release;
  }

  read(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  /** Changes or adds a file whose name contains no hash: `data/…`, `server/…`. */
  write(file: string, text: string): void {
    writeFileSync(path.join(this.folder, file), text);
    this.release.files[file] = { sha256: sha256(text), bytes: Buffer.byteLength(text) };
  }

  /** Changes a script, its name, and its references in the manifest. */
  replaceScript(file: string, text: string): void {
    const next = file.replace(/[0-9a-f]{10}\.js$/, `${sha256(text).slice(0, 10)}.js`);
    const { [file]: _, [`${file}.br`]: __, [`${file}.gz`]: ___, ...files } = this.release.files;
    const rest = JSON.stringify({ ...this.release, files: {} }).replaceAll(`"${file}"`, `"${next}"`);
    this.release = { ...(JSON.parse(rest) as Release), files };
    this.write(next, text);
  }

  /** Writes `release.json` atomically. @returns the time of the write, `performance.now()` */
  publish(): number {
    this.release.digest = releaseDigest(this.release, sha256);
    const file = path.join(this.folder, 'release.json');
    writeFileSync(`${file}.tmp`, JSON.stringify(this.release));
    renameSync(`${file}.tmp`, file);
    return performance.now();
  }
}
