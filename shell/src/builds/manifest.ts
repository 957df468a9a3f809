import { type BuildManifest, parseManifest } from '@voltframe/kit/contract/release/build-marker';
import { siteErrors } from '@voltframe/kit/errors/site-errors';

/** Longest that a navigation waits for the manifest. */
const MANIFEST_TIMEOUT_MS = 4000;
/** The statuses of servers and storages for a removed file. */
const GONE = [404, 403];

interface ManifestPorts {
  /** @returns the response of builds/meta/{id}.json; rejects without a response. */
  request(): Promise<Response>;
  setTimeout(callback: () => void, ms: number): unknown;
  warn(message: string, cause: unknown): void;
  /** The server no longer has the manifest of this page's build. */
  gone(): void;
}

export type ManifestSource = ReturnType<typeof createManifestSource>;

/**
 * The route rules of this page's composition (docs/behaviour.md 8.3). A failure is logged; the next use requests them
 * again.
 */
export function createManifestSource(ports: ManifestPorts) {
  let manifest: BuildManifest | null = null;
  let loading: Promise<BuildManifest | null> | null = null;

  async function load(): Promise<BuildManifest | null> {
    try {
      const response = await ports.request();
      const { ok, status, statusText } = response;
      if (GONE.includes(status)) ports.gone();
      if (!ok) throw new Error(`Could not fetch app manifest: ${status} ${statusText}`);
      const parsed = parseManifest(await response.json());
      if (!parsed.ok) throw new Error(parsed.reason);
      manifest = parsed.value;
    } catch (cause) {
      ports.warn(siteErrors.MANIFEST_FETCH().message, cause);
    }
    loading = null;
    return manifest;
  }

  return {
    /** The manifest, once it has arrived. */
    known: () => manifest,
    /** Waits for the manifest for a limited time; null when it is not available. */
    need(): Promise<BuildManifest | null> {
      if (manifest) return Promise.resolve(manifest);
      const timeout = new Promise<null>((resolve) =>
        ports.setTimeout(() => resolve(null), MANIFEST_TIMEOUT_MS),
      );
      return Promise.race([(loading ??= load()), timeout]);
    },
  };
}
