import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packFiles } from '../../scripts/packages/pack-files.ts';
import { MFE } from './developing.ts';
import type { Machine } from './machine.ts';

const CHANGE = '- The kit says which version it is.';
const PACKAGES = ['kit', 'gateway'];

/**
 * Packs kit and gateway as the next patch version, with a section of the changelog.
 * @param folder folder of the current packages
 * @returns the next version
 */
export async function addNextVersion(folder: string): Promise<string> {
  let next = '';
  for (const name of PACKAGES) {
    const contents = path.join(folder, name);
    const edit = (file: string, change: (text: string) => string): void =>
      writeFileSync(path.join(contents, file), change(readFileSync(path.join(contents, file), 'utf8')));
    const programs: string[] = [];
    edit('package.json', (text) => {
      const manifest = JSON.parse(text) as { version: string; bin: Record<string, string> };
      next = manifest.version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
      programs.push(...Object.values(manifest.bin).map((file) => path.posix.normalize(file)));
      return JSON.stringify({ ...manifest, version: next });
    });
    if (name === 'kit') edit('CHANGELOG.md', (text) => text.replace('## ', `## ${next}\n\n${CHANGE}\n\n## `));
    writeFileSync(path.join(folder, `voltframe-${name}-${next}.tgz`), await packFiles(contents, programs));
  }
  return next;
}

/**
 * Runs `mfe upgrade` to the next version: first with a failing script, which must leave the repository unchanged, and
 * then without it.
 * @param lockfile lockfile of the package manager
 * @throws Error if the repository then has another version, or the output does not list the changes
 */
export async function upgrade(
  machine: Machine,
  repository: string,
  lockfile: string,
  next: string,
): Promise<void> {
  const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8');
  const run = (): Promise<string> => machine.run(repository, ['node', MFE, 'upgrade']);
  const manifest = read('package.json');
  const failing = manifest.replace('"scripts": {', '"scripts": { "postinstall": "exit 7",');
  writeFileSync(path.join(repository, 'package.json'), failing);
  const lock = read(lockfile);
  const output = await run().catch((error: Error) => error.message);
  if (!output.includes('CLI_UPGRADE_FAILED')) throw new Error(`a failing install printed: ${output}`);
  if (read('package.json') !== failing || read(lockfile) !== lock)
    throw new Error(`a failed upgrade changed package.json or ${lockfile}`);

  writeFileSync(path.join(repository, 'package.json'), manifest);
  const changes = await run();
  if (!changes.includes(`→ ${next}\n\n## ${next}\n\n${CHANGE}`) || changes.match(/^## /gm)?.length !== 1)
    throw new Error(`mfe upgrade printed: ${changes}`);
  for (const name of PACKAGES) {
    const { version } = JSON.parse(read(`node_modules/@voltframe/${name}/package.json`)) as {
      version: string;
    };
    const isLocked = read(lockfile).includes(`voltframe-${name}-${next}.tgz`);
    if (version !== next || !isLocked) throw new Error(`${name} is ${version} after mfe upgrade to ${next}`);
  }
}
