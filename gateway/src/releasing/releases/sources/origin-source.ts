import { IDENTITY_BYTES, IDENTITY_FILE } from '@voltframe/kit/contract/release/identity';
import { PACK_LIMITS } from '@voltframe/kit/contract/operations/operations';
import { packagingErrors } from '@voltframe/kit/errors/packaging-errors';
import { limitTo, verifySize } from '@voltframe/kit/packaging/verify-release';
import { SIGNATURE_BYTES, SIGNATURE_FILE } from '@voltframe/kit/packaging/release-signature';
import type { Offer, WatchedSource } from './watch-sources.ts';

const MANIFEST_TIMEOUT_MS = 5_000;
const FILE_TIMEOUT_MS = 15_000;

/**
 * An app's own container, asked for `release.json` over HTTP. It may hang, send for ever or lie about lengths: every
 * response has a time limit and a size limit, and is verified by its sha-256.
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
      const limit = (bytes: number): void => limitTo(PACK_LIMITS.manifestBytes, bytes, `${app}/release.json`);
      const manifest = new TextDecoder().decode(await readLimited(response, app, 'release.json', limit));
      const version = response.headers.get('etag') ?? manifest;
      if (version === known) return undefined;
      const read: Offer['read'] = async (file, declared) =>
        readLimited(await fetchFile(fetch, base, file), app, file, (bytes) => {
          if (bytes > declared.bytes) verifySize(app, file, declared, bytes);
        });
      const beside = (name: string, most: number) => () => readBeside(fetch, { base, app, name, most });
      return {
        version,
        manifest,
        read,
        signature: beside(SIGNATURE_FILE, SIGNATURE_BYTES),
        identity: beside(IDENTITY_FILE, IDENTITY_BYTES),
      };
    },
  };
}

/** A file beside the manifest. `most`: its largest size in bytes. */
async function readBeside(
  fetch: typeof globalThis.fetch,
  { base, app, name, most }: { base: string; app: string; name: string; most: number },
): Promise<string | undefined> {
  const response = await fetchFile(fetch, base, name);
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  const limit = (bytes: number): void => limitTo(most, bytes, `${app}/${name}`);
  return new TextDecoder().decode(await readLimited(response, app, name, limit));
}

async function fetchFile(fetch: typeof globalThis.fetch, base: string, file: string): Promise<Response> {
  const signal = AbortSignal.timeout(FILE_TIMEOUT_MS);
  // The bytes themselves: a compressed transfer of a compressed file gains nothing.
  const headers = { 'accept-encoding': 'identity' };
  return fetch(new URL(file, base), { signal, redirect: 'error', headers });
}

/** @param limit throws when so many bytes are too many. */
async function readLimited(
  response: Response,
  app: string,
  file: string,
  limit: (bytes: number) => void,
): Promise<Uint8Array> {
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    if (response.status === 404) throw packagingErrors.FILE_MISSING({ app, file });
    throw packagingErrors.UNREADABLE({ app, reason: `${file}: the origin answered ${response.status}` });
  }
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body) {
    limit((total += chunk.length));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
