import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Composition } from '../../contract/release/composition.ts';
import { sha256 } from '../../packaging/sha256.ts';
import type { ProgressOutput } from '../output/progress-output.ts';
import { fetchReleases } from './live-releases.ts';
import type { OperationsClient } from './operations-client.ts';

/** A live site as it was when its gateway was asked, with the releases of its apps on this machine. */
export interface LiveSite {
  composition: Composition;
  /** When the gateway said so, in milliseconds since the epoch. */
  seenAt: number;
  /** App → release folder. */
  releases: Record<string, string>;
}

export interface LiveSiteOptions {
  /** Apps that are left out: those that are built here. */
  except: string[];
  /** Where releases are kept between two calls. */
  cache: string;
}

/** How long a release is kept that no site has any more, in milliseconds: a day. */
const KEPT_MS = 86_400_000;

/**
 * Fetches what is not here yet, and remembers what the site was like.
 * @param composition what is live
 * @param now milliseconds since the epoch
 * @throws as the client does; PACK_MANIFEST_INVALID, PACK_FILE_WRONG
 */
export async function fetchSite(
  client: OperationsClient,
  composition: Composition,
  { except, cache, progress, now }: LiveSiteOptions & { progress: ProgressOutput; now(): number },
): Promise<LiveSite> {
  const seenAt = now();
  const releases = await fetchReleases(client, composition, { except, folder: cache, progress });
  const file = memoryOf(client.gateway, cache);
  mkdirSync(cache, { recursive: true });
  // By its own name: another call may be writing, too.
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify({ composition, seenAt }));
  renameSync(temporary, file);
  forgetReleases(cache, seenAt - KEPT_MS);
  return { composition, seenAt, releases };
}

/** @returns a gateway's site as it was last fetched; undefined when it was not, or not whole. */
export function lastSite(gateway: string, { except, cache }: LiveSiteOptions): LiveSite | undefined {
  const known = readMemory(memoryOf(gateway, cache));
  if (!known) return undefined;
  const others = Object.entries(known.composition.apps).filter(([app]) => !except.includes(app));
  const folders = others.map(([app, digest]) => [app, path.join(cache, app, digest)] as const);
  if (!folders.every(([, folder]) => existsSync(path.join(folder, 'release.json')))) return undefined;
  return { ...known, releases: Object.fromEntries(folders) };
}

/** Other calls may be fetching: what came lately stays. */
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
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LiveSite;
  } catch {
    return undefined;
  }
}
