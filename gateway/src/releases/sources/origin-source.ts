import { INGEST_LIMITS, IngestError } from '../ingest.ts';
import type { WatchedSource } from './release-source.ts';

const MANIFEST_TIMEOUT_MS = 5_000;
const FILE_TIMEOUT_MS = 15_000;

/**
 * An app's own container, asked for `release.json` over HTTP. It may hang, send for ever or lie about lengths: every
 * answer has a time limit and a size limit, and what counts is the sha-256.
 * @param url address of the release folder: `http://blog:8080`.
 */
export function createOriginSource(app: string, url: string, fetch: typeof globalThis.fetch): WatchedSource {
  const base = url.endsWith('/') ? url : `${url}/`;
  return {
    app,
    name: base,
    async look(known) {
      const headers = known === undefined ? {} : { 'if-none-match': known };
      const signal = AbortSignal.timeout(MANIFEST_TIMEOUT_MS);
      const response = await fetch(new URL('release.json', base), { headers, signal, redirect: 'error' });
      if (response.status === 304 || response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      const manifest = new TextDecoder().decode(
        await readLimited(response, 'release.json', INGEST_LIMITS.manifestBytes),
      );
      const version = response.headers.get('etag') ?? manifest;
      if (version === known) return undefined;
      return { version, manifest, read: (file, limit) => fetchFile(fetch, base, file, limit) };
    },
  };
}

async function fetchFile(
  fetch: typeof globalThis.fetch,
  base: string,
  file: string,
  limit: number,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(FILE_TIMEOUT_MS);
  // The bytes themselves: a compressed transfer of a compressed file gains nothing.
  const response = await fetch(new URL(file, base), {
    signal,
    redirect: 'error',
    headers: { 'accept-encoding': 'identity' },
  });
  return readLimited(response, file, limit);
}

async function readLimited(response: Response, file: string, limit: number): Promise<Uint8Array> {
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new IngestError('missing', file, `${file}: the origin answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body) {
    total += chunk.length;
    if (total > limit) throw new IngestError('size', file, `${file} is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
