import type { Release } from '@voltframe/kit/contract/release/release';
import type { Encoding } from '../responses/encoded-body.ts';

/** A client file: the blob of each encoding there is. */
export interface Asset {
  file: string;
  bytes: number;
  blobs: Partial<Record<Encoding, string>> & { identity: string };
}

/**
 * Client files of the live and the leased compositions by `app/file`. A file that many releases have is held once:
 * the index grows with what changed, not with the number of releases.
 */
export interface AssetIndex {
  find(app: string, file: string): Asset | undefined;
  has(digest: string): boolean;
  add(release: Release): void;
  /** Forgets the files that none of these releases has. @param digests of the releases. */
  keepOnly(digests: ReadonlySet<string>): void;
}

const SUFFIX = { br: '.br', gzip: '.gz' } as const;

export function createAssetIndex(): AssetIndex {
  const files = new Map<string, Asset>();
  /** Files of each release by its digest. */
  const releases = new Map<string, Asset[]>();
  return {
    find: (app, file) => files.get(`${app}/${file}`),
    has: (digest) => releases.has(digest),
    add(release) {
      if (releases.has(release.digest)) return;
      const own = clientFiles(release).map((asset) => {
        const key = `${release.app}/${asset.file}`;
        const held = files.get(key) ?? asset;
        files.set(key, held);
        return held;
      });
      releases.set(release.digest, own);
    },
    keepOnly(digests) {
      for (const digest of releases.keys()) if (!digests.has(digest)) releases.delete(digest);
      const kept = new Set([...releases.values()].flat());
      for (const [key, asset] of files) if (!kept.has(asset)) files.delete(key);
    },
  };
}

function clientFiles(release: Release): Asset[] {
  const paths = Object.keys(release.files).filter(
    (path) => path.startsWith('client/') && !/\.(?:br|gz)$/.test(path),
  );
  return paths.map((path) => {
    const { sha256, bytes } = release.files[path]!;
    return {
      file: path.slice('client/'.length),
      bytes,
      blobs: { identity: sha256, ...compressedBlobs(release, path) },
    };
  });
}

function compressedBlobs(release: Release, path: string): Partial<Record<Encoding, string>> {
  const blobs: Partial<Record<Encoding, string>> = {};
  for (const [encoding, suffix] of Object.entries(SUFFIX) as ['br' | 'gzip', string][]) {
    const compressed = release.files[path + suffix];
    if (compressed) blobs[encoding] = compressed.sha256;
  }
  return blobs;
}
