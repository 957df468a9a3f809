import { existsSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Composition } from '../../contract/release/composition.ts';
import { sha256 } from '../../packaging/sha256.ts';
import type { ProgressOutput } from '../output/print.ts';
import type { OperationsClient } from './operations-client.ts';
import type { Release } from '../../contract/release/release.ts';
import { packagingErrors } from '../../errors/packaging-errors.ts';
import { readBuiltManifest, readJson, verifyFile } from '../../packaging/verify-release.ts';
import { writeAtOnce } from '../../build/release/write-release.ts';

/** A live site at one moment, with copies of its releases on this machine. */
export interface LiveSite {
  composition: Composition;
  /** Time of the gateway's answer, in milliseconds since the epoch. */
  seenAt: number;
  /** App → release folder. */
  releases: Record<string, string>;
}

export interface LiveSiteOptions {
  /** Apps that are not fetched, because they are built here. */
  except: string[];
  /** Folder of fetched releases, for later calls. */
  cache: string;
}

/** Time for which a release that no site uses stays in the cache, in milliseconds: a day. */
const KEPT_MS = 86_400_000;

/**
 * Fetches the missing releases, and stores the composition for `lastSite`.
 * @param composition the live composition
 * @param now milliseconds since the epoch
 * @throws the errors of the client; PACK_MANIFEST_INVALID, PACK_FILE_WRONG
 */
export async function fetchSite(
  client: OperationsClient,
  composition: Composition,
  options: LiveSiteOptions & { progress: ProgressOutput; now(): number },
): Promise<LiveSite> {
  const { cache } = options;
  const seenAt = options.now();
  const releases = await fetchReleases(client, composition, options);
  mkdirSync(cache, { recursive: true });
  writeAtOnce(memoryOf(client.gateway, cache), JSON.stringify({ composition, seenAt }));
  forgetReleases(cache, seenAt - KEPT_MS);
  return { composition, seenAt, releases };
}

/** @returns the last fetched site of a gateway; undefined without one, or if a release is missing. */
export function lastSite(gateway: string, { except, cache }: LiveSiteOptions): LiveSite | undefined {
  const known = readMemory(memoryOf(gateway, cache));
  if (!known) return undefined;
  const others = Object.entries(known.composition.apps).filter(([app]) => !except.includes(app));
  const folders = others.map(([app, digest]) => [app, path.join(cache, app, digest)] as const);
  if (!folders.every(([, folder]) => existsSync(path.join(folder, 'release.json')))) return undefined;
  return { ...known, releases: Object.fromEntries(folders) };
}

/** Keeps recent releases, because other calls may have just fetched them. */
function forgetReleases(cache: string, before: number): void {
  const sites = globSync('site-*.json', { cwd: cache }).map((file) => readMemory(path.join(cache, file)));
  const needed = new Set(sites.flatMap((site) => Object.values(site?.composition.apps ?? {})));
  for (const release of globSync('*/*/release.json', { cwd: cache })) {
    const folder = path.join(cache, path.dirname(release));
    if (needed.has(path.basename(folder)) || statSync(folder).mtimeMs > before) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

function memoryOf(gateway: string, cache: string): string {
  return path.join(cache, `site-${sha256(gateway).slice(0, 12)}.json`);
}

function readMemory(file: string): Pick<LiveSite, 'composition' | 'seenAt'> | undefined {
  return readJson(file) as LiveSite | undefined;
}

const CONCURRENCY = 8;

/**
 * Fetches the missing releases of a composition, each into its own folder.
 * @param cache gets `{app}/{digest}/release.json`.
 * @returns app → release folder.
 */
export async function fetchReleases(
  client: OperationsClient,
  composition: Composition,
  { except, cache, progress }: LiveSiteOptions & { progress: ProgressOutput },
): Promise<Record<string, string>> {
  const folders: Record<string, string> = {};
  for (const [app, digest] of Object.entries(composition.apps)) {
    if (except.includes(app)) continue;
    const target = path.join(cache, app, digest);
    if (!existsSync(path.join(target, 'release.json')))
      await fetchRelease(client, { app, digest }, target, progress);
    folders[app] = target;
  }
  return folders;
}

/**
 * Fetches one release into a folder, and verifies the sha-256 of its files.
 * @throws PACK_MANIFEST_INVALID, PACK_FILE_WRONG, CLI_REFUSED when the gateway no longer stores the release.
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
    const body = await client.bytes('blob', { sha256: declared.sha256 });
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
  // Written last: a folder with a release.json is complete.
  writeAtOnce(path.join(target, 'release.json'), manifest);
  progress.end();
}
