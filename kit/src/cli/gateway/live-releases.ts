import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Composition } from '../../contract/release/composition.ts';
import type { Release } from '../../contract/release/release.ts';
import { packagingErrors } from '../../errors/packaging-errors.ts';
import { readBuiltManifest } from '../../packaging/built-manifest.ts';
import { verifyFile } from '../../packaging/verify-release.ts';
import type { OperationsClient } from './operations-client.ts';
import type { ProgressOutput } from '../output/progress-output.ts';

const CONCURRENCY = 8;

/**
 * Fetches the releases of a composition, each into a folder of its own; what is there already is kept.
 * @param except apps that are left out.
 * @param folder where the releases are kept: `{folder}/{app}/{digest}/release.json`.
 * @returns app → release folder.
 */
export async function fetchReleases(
  client: OperationsClient,
  composition: Composition,
  { except, folder, progress }: { except: string[]; folder: string; progress: ProgressOutput },
): Promise<Record<string, string>> {
  const folders: Record<string, string> = {};
  for (const [app, digest] of Object.entries(composition.apps)) {
    if (except.includes(app)) continue;
    const target = path.join(folder, app, digest);
    if (!existsSync(path.join(target, 'release.json')))
      await fetchRelease(client, { app, digest }, target, progress);
    folders[app] = target;
  }
  return folders;
}

/**
 * Fetches one release into a folder; what it names is compared with its sha-256.
 * @throws PACK_MANIFEST_INVALID, PACK_FILE_WRONG, CLI_REFUSED when the gateway does not keep it any more.
 */
export async function fetchRelease(
  client: OperationsClient,
  parameters: { app: string; digest: string },
  target: string,
  progress: ProgressOutput,
): Promise<void> {
  const { app, digest } = parameters;
  const manifest = JSON.stringify(await client.call<Release>('release', { parameters }));
  const release = readBuiltManifest(manifest, app);
  if (release.app !== app || release.digest !== digest)
    throw packagingErrors.MANIFEST_INVALID({ app, reason: 'it is of another release' });
  const files = Object.entries(release.files);
  progress.step(`fetching ${app}, ${files.length} files`);
  let done = 0;
  const fetchFile = async ([file, declared]: (typeof files)[number]): Promise<void> => {
    const body = await client.blob(declared.sha256);
    verifyFile(app, file, declared, body);
    mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    writeFileSync(path.join(target, file), body);
    progress.update(`file ${++done} of ${files.length}`);
  };
  const waiting = files.values();
  const fetchOneByOne = async (): Promise<void> => {
    for (const file of waiting) await fetchFile(file);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchOneByOne));
  // Last: a folder with a release.json is whole.
  writeFileSync(path.join(target, 'release.json.tmp'), manifest);
  renameSync(path.join(target, 'release.json.tmp'), path.join(target, 'release.json'));
  progress.end();
}
