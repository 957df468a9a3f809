import { createReadStream } from 'node:fs';
import { realpath, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { IDENTITY_FILE } from '../contract/release/identity.ts';
import { isPlatformError } from '../errors/define-errors.ts';
import { originErrors } from '../errors/origin-errors.ts';
import type { Release, ReleaseFile } from '../contract/release/release.ts';
import { SIGNATURE_FILE } from '../packaging/release-signature.ts';
import { sha256 } from '../packaging/sha256.ts';

/** The names of these files contain a hash of their bytes. Other files keep their name when their bytes change. */
const HASHED = /^client\/.+\.[0-9a-f]{10}\./;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * A server from which the gateway pulls the release of one app. It serves `/release.json`, the files that it lists,
 * `/release.sig`, `/release.identity.json` and `/health`, and no other file of the folder.
 * @param folder the release folder (`dist`). A build may rewrite it while the server runs.
 */
export function createOrigin(folder: string): FastifyInstance {
  const root = path.resolve(folder);
  const current = followRelease(root);
  const origin = Fastify({ logger: false, return503OnClosing: true });

  origin.get('/release.json', async (request, reply) => {
    const { manifest, etag } = await current();
    void reply.headers({ etag, 'cache-control': 'no-cache' });
    if (isKnown(request, etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(manifest);
  });

  for (const [file, part, type] of [
    [SIGNATURE_FILE, 'signature', 'text/plain'],
    [IDENTITY_FILE, 'identity', 'application/json'],
  ] as const)
    origin.get(`/${file}`, async (_, reply) => {
      const body = (await current())[part];
      if (body === undefined) throw originErrors.NOT_FOUND();
      return reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(body);
    });

  origin.get('/health', async (_, reply) => {
    const { release } = await current();
    void reply.header('cache-control', 'no-store');
    return { status: 200, app: release.app, digest: release.digest };
  });

  origin.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const file = request.params['*'];
    const { release } = await current();
    const declared = Object.hasOwn(release.files, file) ? release.files[file] : undefined;
    if (!declared || !(await isInside(root, file))) throw originErrors.NOT_FOUND();
    const etag = `"${declared.sha256}"`;
    void reply.headers({ etag, 'cache-control': HASHED.test(file) ? IMMUTABLE : 'no-cache' });
    if (isKnown(request, etag)) return reply.code(304).send();
    // Not @fastify/static: it adds 3 MB to an idle origin, for ranges and types that no gateway asks for.
    return reply.type('application/octet-stream').send(createReadStream(path.join(root, file)));
  });

  origin.setNotFoundHandler((_, reply) => sendError(reply, originErrors.NOT_FOUND()));
  origin.setErrorHandler((error, _, reply) => sendError(reply, error));
  origin.addHook('onSend', async (_, reply) => void reply.header('x-content-type-options', 'nosniff'));
  return origin;
}

function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'] ?? '';
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** A listed file could be a symbolic link to a file outside of the folder. */
async function isInside(root: string, file: string): Promise<boolean> {
  const [base, target] = await Promise.all([realpath(root), realpath(path.join(root, file)).catch(() => '')]);
  return target.startsWith(base + path.sep);
}

function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const known = isPlatformError(error)
    ? error
    : isClientError(error)
      ? originErrors.NOT_FOUND()
      : originErrors.UNEXPECTED();
  void reply.removeHeader('etag').header('cache-control', 'no-store');
  return reply.code(known.status).send({ status: known.status, code: known.code, message: known.message });
}

/** Fastify reports a malformed address with a 4xx status. */
function isClientError(error: unknown): boolean {
  return ((error as { statusCode?: number }).statusCode ?? 500) < 500;
}

type CurrentRelease = Awaited<ReturnType<typeof readCurrent>>;

/**
 * @param folder the release folder. A build may rewrite it at any time.
 * @returns a function that returns the current release. It reads the files again after a change of `release.json` or
 *   `release.sig`, and throws ORIGIN_NO_RELEASE while there is no release.
 */
export function followRelease(folder: string): () => Promise<CurrentRelease> {
  const file = path.join(folder, 'release.json');
  const signatureFile = path.join(folder, SIGNATURE_FILE);
  let known: { version: string; current: CurrentRelease } | undefined;
  return async () => {
    const stats = await Promise.all([file, signatureFile].map((one) => stat(one).catch(() => undefined)));
    if (!stats[0]) throw originErrors.NO_RELEASE({ reason: 'release.json is missing' });
    const version = stats.map((one) => one && `${one.mtimeMs}-${one.ino}-${one.size}`).join();
    if (known?.version !== version) known = { version, current: await readCurrent(file, signatureFile) };
    return known.current;
  };
}

async function readCurrent(file: string, signatureFile: string) {
  try {
    const manifest = await readFile(file);
    const release = readListing(manifest.toString('utf8'));
    const textOf = (beside: string) => readFile(beside, 'utf8').catch(() => undefined);
    const signature = await textOf(signatureFile);
    return {
      release,
      manifest,
      /** Content of `release.sig`; undefined: the release is not signed. */
      signature,
      /** Content of `release.identity.json`; undefined: the file is missing. */
      identity: await textOf(path.join(path.dirname(file), IDENTITY_FILE)),
      /** Strong validator of manifest and signature, with quotes. */
      etag: `"${sha256(manifest.toString('utf8') + (signature ?? ''))}"`,
    };
  } catch (error) {
    throw isPlatformError(error) ? error : originErrors.NO_RELEASE({ reason: 'it cannot be opened' }, error);
  }
}

/** What an origin needs of a release. */
type Listing = Pick<Release, 'app' | 'digest' | 'files'>;

/**
 * Reads a `release.json`. The gateway checks all of it: the schema for that would add 7 MB to an idle origin.
 * @throws ORIGIN_NO_RELEASE
 */
function readListing(manifest: string): Listing {
  const { app, digest, files } = (parseObject(manifest) ?? {}) as Partial<Listing>;
  const isListing = typeof app === 'string' && typeof digest === 'string' && Boolean(files);
  if (isListing && Object.values(files!).every((file?: Partial<ReleaseFile>) => file?.sha256))
    return { app, digest, files: files! };
  throw originErrors.NO_RELEASE({ reason: 'release.json is not the manifest of a release' });
}

function parseObject(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
