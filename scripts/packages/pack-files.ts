import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

/** The time that npm writes: the same files then always give the same tarball. */
const TIME = new Date('1985-10-26T08:15:00.000Z');

/** @returns the files of a folder, relative to it, in order. */
export function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const names = files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return names.map((name) => name.replaceAll('\\', '/')).toSorted();
}

/** @param programs executable files. @returns the tarball of a package, for npm, pnpm and yarn. */
export async function packFiles(folder: string, programs: readonly string[]): Promise<Buffer> {
  const tarball = pack();
  const written = buffer(tarball);
  for (const name of filesOf(folder)) {
    const mode = programs.includes(name) ? 0o755 : 0o644;
    tarball.entry({ name: `package/${name}`, mtime: TIME, mode }, readFileSync(path.join(folder, name)));
  }
  tarball.finalize();
  return gzipSync(await written, { level: 9 });
}
