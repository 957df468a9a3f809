import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pMap from 'p-map';
import { GATEWAY_VERSION } from '../gateway/src/platform/version.ts';
import { appFolders, mfeBuild, root } from './apps.ts';
import { runNode } from './processes.ts';

/** webpack and its minifier keep a core busy each. */
const AT_ONCE = 2;
const STAMPS = path.join(root, 'node_modules', '.cache', 'builds');

/**
 * Builds every app whose inputs changed since its release was written.
 * @param flags of `mfe build`
 * @returns the folders that could not be built
 */
export async function buildChanged(folders = appFolders(), ...flags: string[]): Promise<string[]> {
  const changed = folders.filter((folder) => readText(stampFile(folder, flags)) !== stamp(folder));
  if (changed.length > 0) console.error(`build: ${changed.join(', ')}`);
  const build = async (folder: string): Promise<number> => {
    const { code } = await runNode(mfeBuild(folder, ...flags), { stdio: 'inherit' });
    if (code === 0) writeStamp(folder, flags);
    return code;
  };
  const codes = await pMap(changed, build, { concurrency: AT_ONCE });
  return changed.filter((_, index) => codes[index] !== 0);
}

/** Writes the documents of the operations port when one of them has changed. */
async function buildDocuments(): Promise<void> {
  const folder = path.join(root, 'dist/packages/docs', GATEWAY_VERSION);
  const [written = 0, ...changed] = [path.join(folder, 'index.html'), ...documents()].map(changedAt);
  if (changed.every((at) => at <= written)) return;
  const { packDocuments } = await import('./packages/pack-documents.ts');
  await packDocuments(folder);
}

function documents(): string[] {
  return ['CHANGELOG.md', ...globSync('docs/*.md', { cwd: root })].map((file) => path.join(root, file));
}

/** @returns milliseconds since the epoch; 0 for a missing file */
function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The inputs of a release, and its digest, which also changes when watch mode or `mfe build` writes the release. */
function stamp(folder: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs(folder))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)));
  return `${hash.digest('hex')} ${builtDigest(folder)}`;
}

function inputs(folder: string): string[] {
  const isOutput = (name: string): boolean => ['node_modules', 'dist', 'test', '.cache'].includes(name);
  const patterns = [`${folder}/**`, 'kit/src/**', 'kit/package.json', 'pnpm-lock.yaml', 'tsconfig.base.json'];
  return globSync(patterns, { cwd: root, withFileTypes: true, exclude: (entry) => isOutput(entry.name) })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

function builtDigest(folder: string): string {
  const text = readText(path.join(root, folder, 'dist', 'release.json'));
  return text === undefined ? 'none' : String((JSON.parse(text) as { digest: unknown }).digest);
}

function stampFile(folder: string, flags: string[]): string {
  return path.join(STAMPS, folder + flags.join(''));
}

function writeStamp(folder: string, flags: string[]): void {
  const file = stampFile(folder, flags);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, stamp(folder));
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  await buildDocuments();
  const failed = await buildChanged(process.argv.length > 2 ? process.argv.slice(2) : undefined);
  if (failed.length > 0) console.error(`build: failed: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
