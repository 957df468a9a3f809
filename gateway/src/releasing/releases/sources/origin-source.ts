import { PACK_LIMITS } from '@voltframe/kit/contract/operations/operations';
import { packagingErrors } from '@voltframe/kit/errors/packaging-errors';
import { limitTo } from '@voltframe/kit/packaging/verify-release';
import type { OfferedFile, WatchedSource } from './watch-sources.ts';

const MANIFEST = 'release.json';
const MANIFEST_TIMEOUT_MS = 5_000;
const FILE_TIMEOUT_MS = 15_000;

/**
 * An app's own container, which serves `release.json` over HTTP. It may hang, send endlessly or declare wrong
 * lengths, so every response has a time limit and a size limit, and is verified by its sha-256.
 * @param url address of the release folder: `http://blog:8080`.
 */
export function createOriginSource(app: string, url: string, fetch: typeof globalThis.fetch): WatchedSource {
  const base = url.endsWith('/') ? url : `${url}/`;
  const request = (file: string, timeoutMs: number, headers: Record<string, string>): Promise<Response> =>
    fetch(new URL(file, base), {
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
  return {
    app,
    name: base,
    isRemote: true,
    async look(known) {
      const headers = known === undefined ? undefined : { 'if-none-match': known };
      const response = await request(MANIFEST, MANIFEST_TIMEOUT_MS, { ...headers });
      const content = await readUpTo(response, app, MANIFEST, PACK_LIMITS.manifestBytes);
      if (!content) return undefined;
      limitTo(PACK_LIMITS.manifestBytes, content.bytes, `${app}/${MANIFEST}`);
      const manifest = String(content.body);
      const version = response.headers.get('etag') ?? manifest;
      if (version === known) return undefined;
      return {
        version,
        manifest,
        // Without transfer compression, because most files are already compressed.
        read: async (file, most) =>
          readUpTo(await request(file, FILE_TIMEOUT_MS, { 'accept-encoding': 'identity' }), app, file, most),
      };
    },
  };
}

/** @returns undefined for a missing or unchanged file. */
async function readUpTo(
  response: Response,
  app: string,
  file: string,
  most: number,
): Promise<OfferedFile | undefined> {
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    if (response.status === 304 || response.status === 404) return undefined;
    throw packagingErrors.UNREADABLE({
      app,
      reason: `${file}: the origin answered ${response.status}`,
    });
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > most) break;
  }
  return { bytes, body: Buffer.concat(chunks) };
}
