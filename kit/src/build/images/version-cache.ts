import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../../packaging/sha256.ts';
import { markUsed } from '../kept-files.ts';
import type { PictureVersion, PictureVersions } from './make-versions.ts';

const INDEX = 'picture.json';

/** `picture.json` of a folder of the cache: the versions beside it, in order. */
interface Index extends Omit<PictureVersions, 'versions'> {
  versions: (Omit<PictureVersion, 'body'> & { file: string; sha256: string })[];
}

/** Versions that earlier builds made, on the disk: a folder for each picture, named after all that decides what is in it. */
export interface VersionCache {
  /** @returns undefined also when anything in it is not as it was written. */
  read(key: string): PictureVersions | undefined;
  write(key: string, made: PictureVersions): void;
}

/** @param folder need not exist. */
export function createVersionCache(folder: string): VersionCache {
  return {
    read(key) {
      const place = path.join(folder, key);
      try {
        const { versions, ...rest } = JSON.parse(readFileSync(path.join(place, INDEX), 'utf8')) as Index;
        const made = { ...rest, versions: versions.map((version) => readVersion(place, version)) };
        markUsed(place);
        return made;
      } catch {
        return undefined;
      }
    },
    write(key, { versions, ...rest }) {
      mkdirSync(folder, { recursive: true });
      // Written beside it and moved into place at once: two builds at the same time do not disturb each other.
      const temporary = mkdtempSync(path.join(folder, '.new-'));
      const listed = versions.map(({ body, ...version }) => {
        const file = `${version.width}${version.extension}`;
        writeFileSync(path.join(temporary, file), body);
        return { ...version, file, sha256: sha256(body) };
      });
      writeFileSync(path.join(temporary, INDEX), JSON.stringify({ ...rest, versions: listed }));
      rmSync(path.join(folder, key), { recursive: true, force: true });
      try {
        renameSync(temporary, path.join(folder, key));
      } catch {
        rmSync(temporary, { recursive: true, force: true }); // another build was first
      }
    },
  };
}

function readVersion(
  place: string,
  { file, sha256: digest, ...version }: Index['versions'][number],
): PictureVersion {
  const body = readFileSync(path.join(place, file));
  if (sha256(body) !== digest) throw new Error(`${file} is not as it was written`);
  return { ...version, body };
}
