import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { createDifferences, planDifferences } from '../../../gateway/src/serving/compositions/differences.ts';
import { appsOfCheckout } from './server-process.ts';
import { sum } from './statistics.ts';

/** The cost of the differences of a deploy that changes every script and stylesheet of every app. */
export interface DeployCost {
  cpuSeconds: number;
  /** Size of all differences in memory. */
  bytes: number;
  /** Size of all files of the releases. */
  released: number;
}

/** Earlier releases that visitors may have cached. */
const EARLIER = [1, 2, 3];
/** Size of a piece of a file in bytes; every tenth piece differs. */
const [PIECE, CHANGED] = [64, 10];

export async function wholeDeploy(): Promise<DeployCost> {
  const blobs = new Map<string, Buffer>();
  const live = Object.values(appsOfCheckout()).map((folder) => readRelease(path.join(folder, 'dist'), blobs));
  const released = sum(live.flatMap(({ files }) => Object.values(files).map(({ bytes }) => bytes)));
  const before = new Map(
    live.map((release) => [release.app, EARLIER.map((by) => earlier(release, by, blobs))]),
  );
  const kept = [...before.values()].flat();
  const appsOf = (index: number): Record<string, string> =>
    Object.fromEntries([...before].map(([app, all]) => [app, all[index]!.digest]));
  const differences = createDifferences({
    blobs: { get: async (name) => blobs.get(name) },
    state: {
      release: async (_, digest) => ({ release: kept.find((release) => release.digest === digest) }) as never,
    },
    servableApps: async () => EARLIER.map((_, index) => appsOf(index)),
  });
  const start = process.cpuUsage();
  await differences.prepare(Object.fromEntries(live.map((release) => [release.app, release])));
  const { user, system } = process.cpuUsage(start);
  const made = live.flatMap((release) =>
    planDifferences(release, before.get(release.app)!).map(
      ({ target, dictionary }) => differences.find(release.app, target, dictionary)?.bytes.length ?? 0,
    ),
  );
  return { cpuSeconds: (user + system) / 1e6, bytes: sum(made), released };
}

function readRelease(folder: string, blobs: Map<string, Buffer>): Release {
  const release = JSON.parse(readFileSync(path.join(folder, 'release.json'), 'utf8')) as Release;
  for (const [name, file] of Object.entries(release.files))
    blobs.set(file.sha256, readFileSync(path.join(folder, name)));
  return release;
}

/** @returns the release with changed scripts and stylesheets. @param by number of the first changed piece */
function earlier(release: Release, by: number, blobs: Map<string, Buffer>): Release {
  const files = Object.entries(release.files).map(([name, file]) => {
    if (!/^client\/.*\.(?:js|css)$/.test(name)) return [name, file] as const;
    const bytes = Buffer.from(blobs.get(file.sha256)!);
    for (let at = by * PIECE; at < bytes.length; at += CHANGED * PIECE)
      bytes.subarray(at, at + PIECE).reverse();
    const changed = { ...file, sha256: sha256(bytes) };
    blobs.set(changed.sha256, bytes);
    return [name, changed] as const;
  });
  return {
    ...release,
    digest: sha256(Buffer.from(`${release.digest} ${by}`)),
    files: Object.fromEntries(files),
  };
}
