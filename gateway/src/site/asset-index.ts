import type { Release } from '@voltframe/kit/contract/release';
import type { Encoding } from '../render/encoded-body.ts';

/** A client file: the blob of each encoding there is. */
export interface Asset {
  file: string;
  bytes: number;
  blobs: Partial<Record<Encoding, string>> & { identity: string };
}

/** Client files of the live and the leased compositions by `app/file`. */
export interface AssetIndex {
  find(app: string, file: string): Asset | undefined;
  add(release: Release): void;
  /** Forgets everything else. */
  replace(releases: Release[]): void;
}

const SUFFIX = { br: '.br', gzip: '.gz' } as const;

export function createAssetIndex(): AssetIndex {
  let byApp = new Map<string, Map<string, Asset>>();
  const addTo = (index: Map<string, Map<string, Asset>>, release: Release) => {
    const assets = index.get(release.app) ?? new Map<string, Asset>();
    index.set(release.app, assets);
    for (const [path, { sha256, bytes }] of Object.entries(release.files)) {
      if (!path.startsWith('client/') || /\.(?:br|gz)$/.test(path)) continue;
      const file = path.slice('client/'.length);
      assets.set(file, { file, bytes, blobs: { identity: sha256, ...compressedBlobs(release, path) } });
    }
  };
  return {
    find: (app, file) => byApp.get(app)?.get(file),
    add: (release) => addTo(byApp, release),
    replace(releases) {
      const index = new Map<string, Map<string, Asset>>();
      for (const release of new Set(releases)) addTo(index, release);
      byApp = index;
    },
  };
}

function compressedBlobs(release: Release, path: string): Partial<Record<Encoding, string>> {
  const blobs: Partial<Record<Encoding, string>> = {};
  for (const [encoding, suffix] of Object.entries(SUFFIX) as ['br' | 'gzip', string][]) {
    const compressed = release.files[path + suffix];
    if (compressed) blobs[encoding] = compressed.sha256;
  }
  return blobs;
}
