import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Readable } from 'node:stream';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release, ReleaseFile } from '@voltframe/kit/contract/release/release';
import {
  IDENTITY_BYTES,
  IDENTITY_FILE,
  parseIdentity,
  type ReleaseIdentity,
} from '@voltframe/kit/contract/release/identity';
import { MB } from '@voltframe/kit/contract/units';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { packagingErrors } from '@voltframe/kit/errors/packaging-errors';
import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import { readManifestOf } from '@voltframe/kit/packaging/release-reader';
import { unpackReleases } from '@voltframe/kit/packaging/unpack-releases';
import { SIGNATURE_BYTES, SIGNATURE_FILE, verifySignature } from '@voltframe/kit/packaging/release-signature';
import type { FastifyBaseLogger } from 'fastify';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import type { Offer, TakenOffer, WatchedSource } from './sources/watch-sources.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { KeyStore } from '../../platform/secrets/key-store.ts';
import type { StateStore } from '../state/state-store.ts';
import type { ReleaseQuota } from './release-quota.ts';
import type { SecretCheck } from './check-secrets.ts';
import type { EncodingCheck } from './encodings.ts';
import { limitTo, verifyFile, verifySize } from '@voltframe/kit/packaging/verify-release';
import pMap from 'p-map';

export interface ReleaseIntakeOptions {
  state: StateStore;
  blobs: BlobStore;
  keys: Pick<KeyStore, 'list'>;
  quota: ReleaseQuota;
  now: () => number;
  logger: FastifyBaseLogger;
  live(): Composition | undefined;
  /** Called with each file as it arrives. */
  look: SecretCheck['look'];
  checkEncodings: EncodingCheck;
  /** The release of a watched source is not accepted, now or finally. */
  refused(app: string, findings: Finding[]): void;
}

export type Taken = { ok: true; release: Release } | { ok: false; findings: Finding[] };

/**
 * Most attempts to read a release whose files do not match, because its build may still be writing.
 */
const FILE_RETRIES = 20;
const { FILE_MISSING, FILE_WRONG, UNREADABLE, SIGNATURE_MISSING, SIGNATURE_WRONG } = packagingErrors;
/** Temporary, for any length of time: the release has no defect. */
const PASSES = new Set<string>([quotaErrors.DAY.code, quotaErrors.DISK.code]);
const MAY_PASS = new Set<string>(
  [FILE_MISSING, FILE_WRONG, UNREADABLE, SIGNATURE_MISSING, SIGNATURE_WRONG].map(({ code }) => code),
);

export interface PackOptions {
  /** The exact apps of the pack. */
  apps: string[];
  /**
   * Whether the releases are stored. Their files are always stored, and removed when no stored release needs them.
   */
  remember: boolean;
  /** Ends the reading, also while it waits for bytes. */
  signal?: AbortSignal;
}

/** Stores the releases of sources and pushes. */
export interface ReleaseIntake {
  /** Reads and stores one release. @param app the expected app. */
  read(app: string, offer: Omit<Offer, 'version'>, source: string): Promise<Taken>;
  /**
   * Reads a pushed pack.
   * @throws an error of the PACK catalogue, or the reason of the signal.
   */
  unpack(
    pack: Readable,
    options: PackOptions,
  ): Promise<{ releases: Release[]; identities: Map<string, ReleaseIdentity | undefined> }>;
  /** Reads the release of a watched source, unless it is unchanged. */
  take(source: WatchedSource, offer: Offer): Promise<TakenOffer>;
}

/** Stores the releases of sources and pushes. */
export function createReleaseIntake(options: ReleaseIntakeOptions): ReleaseIntake {
  const { state, refused } = options;
  /** Number of failures of each source's offer. */
  const failures = new Map<WatchedSource, { version: string; times: number }>();
  return {
    read: (app: string, offer: Omit<Offer, 'version'>, source: string) => read(options, app, offer, source),
    unpack: (pack: Readable, how: PackOptions) => unpack(options, pack, how),
    async take(source: WatchedSource, offer: Offer): Promise<TakenOffer> {
      const { app, name } = source;
      if (await isOld(options, source, offer)) return { settled: true };
      const taken = await read(options, app, offer, name).catch((error: unknown): Taken => {
        const reason = error instanceof Error ? error.message : String(error);
        return { ok: false, findings: [finding(app, packagingErrors.UNREADABLE({ app, reason }))] };
      });
      if (taken.ok) {
        await state.setSetting(`source:${app}:${name}`, taken.release.digest);
        return { release: taken.release, settled: true };
      }
      const { findings } = taken;
      const before = failures.get(source);
      const times = before?.version === offer.version ? before.times + 1 : 1;
      failures.set(source, { version: offer.version, times });
      const passes = findings.every(({ code }) => PASSES.has(code));
      const settled = !passes && (findings.some(({ code }) => !MAY_PASS.has(code)) || times >= FILE_RETRIES);
      if (settled || (passes && times === 1)) refused(app, findings);
      return { settled };
    },
  };
}

async function read(
  options: ReleaseIntakeOptions,
  app: string,
  offer: Omit<Offer, 'version'>,
  source: string,
): Promise<Taken> {
  try {
    const release = readManifestOf(app, offer.manifest);
    await checkSignature(options, release, () => readText(app, offer, SIGNATURE_FILE, SIGNATURE_BYTES));
    const giveBack = await options.quota.take(release, Buffer.byteLength(offer.manifest));
    await keep(options, release, offer, source).catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
    return { ok: true, release };
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    return { ok: false, findings: [finding(app, error)] };
  }
}

/** Checked before any file is read: no file of an unsigned release is read. */
async function checkSignature(
  { keys, now }: ReleaseIntakeOptions,
  release: Release,
  signature: () => Promise<string | undefined>,
): Promise<void> {
  const registered = await keys.list(release.app);
  if (registered.length > 0) verifySignature(release, await signature(), registered, now());
}

/** Files that are read and written concurrently, all in memory. */
const AT_ONCE = 8;

/** Stores a release and its files, each checked against its sha-256 and size. A stored file is not read again. */
async function keep(
  { state, blobs, now, look, checkEncodings }: ReleaseIntakeOptions,
  release: Release,
  offer: Pick<Offer, 'read'>,
  source: string,
): Promise<void> {
  const { app, digest } = release;
  const take = async ([file, declared]: [string, ReleaseFile]): Promise<void> => {
    if (await blobs.has(declared.sha256)) return;
    const offered = await offer.read(file, declared.bytes);
    if (!offered) throw packagingErrors.FILE_MISSING({ app, file });
    verifySize(app, file, declared, offered.bytes);
    const body = offered.body!;
    verifyFile(app, file, declared, body);
    await blobs.put(declared.sha256, body);
    look(file, declared.sha256, body);
  };
  await pMap(Object.entries(release.files), take, { concurrency: AT_ONCE });
  await checkEncodings(release);
  await state.saveRelease(release, source, now());
  // The identity is informational: an unreadable one is no defect of the release.
  const text = await readText(app, offer, IDENTITY_FILE, IDENTITY_BYTES).catch(() => undefined);
  const identity = parseIdentity(text);
  if (identity) await state.setIdentity(app, digest, identity);
}

/** @returns the content of a file beside the manifest; undefined when there is none. @throws PACK_TOO_LARGE */
async function readText(
  app: string,
  offer: Pick<Offer, 'read'>,
  file: string,
  most: number,
): Promise<string | undefined> {
  const offered = await offer.read(file, most);
  if (!offered) return undefined;
  limitTo(most, offered.bytes, `${app}/${file}`);
  return Buffer.from(offered.body!).toString();
}

async function unpack(options: ReleaseIntakeOptions, pack: Readable, how: PackOptions) {
  const { state, blobs, quota, now, look } = options;
  const { apps, remember, signal } = how;
  /** Declared identities of the releases, by app. */
  const identities = new Map<string, ReleaseIdentity | undefined>();
  const counts: Awaited<ReturnType<typeof quota.take>>[] = [];
  /** Received bytes of large files, by sha-256: they count although the file is not stored. */
  const came = new Map<string, number>();
  const writes = createBatch(blobs);
  try {
    const releases = await unpackReleases(
      pack,
      { apps, signal },
      {
        async release(release, manifest, signature, identity) {
          identities.set(release.app, identity);
          await checkSignature(options, release, async () => signature);
          counts.push(await quota.take(release, Buffer.byteLength(manifest)));
        },
        async file(_release, file, body, { sha256: name }) {
          look(file, name, body);
          await writes.add(name, body);
        },
        stream: (_release, _file, body, { sha256: name, bytes }) =>
          blobs.putStream(
            name,
            bytes,
            counted(body, (sent) => came.set(name, sent)),
          ),
      },
    );
    await writes.flush();
    for (const release of releases) await options.checkEncodings(release);
    for (const release of remember ? releases : []) {
      await state.saveRelease(release, 'push', now());
      const identity = identities.get(release.app);
      if (identity) await state.setIdentity(release.app, release.digest, identity);
    }
    return { releases, identities };
  } catch (error) {
    for (const giveBack of counts) await giveBack(came);
    throw error;
  }
}

/** @param onBytes is called with all bytes so far. */
async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    onBytes((bytes += chunk.length));
    yield chunk;
  }
}

const BATCH_FILES = 16;
const BATCH_BYTES = 4 * MB;

/** A pack contains one file after the other. Concurrent writes share the syncs of the disk. */
function createBatch(blobs: BlobStore) {
  let files: [name: string, body: Uint8Array][] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const writes = files.map(([name, body]) => blobs.put(name, body));
    files = [];
    bytes = 0;
    await Promise.all(writes);
  };
  return {
    flush,
    async add(name: string, body: Uint8Array): Promise<void> {
      files.push([name, body]);
      bytes += body.length;
      if (files.length >= BATCH_FILES || bytes >= BATCH_BYTES) await flush();
    },
  };
}

/**
 * Whether an offer is live, was withdrawn or rolled back, was the last one admitted from this source, or was built
 * before a newer decision on its app.
 */
async function isOld(
  { state, live, logger }: ReleaseIntakeOptions,
  { app, name }: WatchedSource,
  { manifest, builtAt }: Offer,
): Promise<boolean> {
  const digest = digestOf(manifest);
  if (digest === undefined || live() === undefined) return false;
  if (live()?.apps[app] === digest) return true;
  const stored = await state.release(app, digest);
  const known = stored?.state;
  if (known === 'withdrawn' || (stored && stored.rolledBackAt !== null)) return true;
  if (stored && (await state.setting(`source:${app}:${name}`)) === digest) {
    if (known === 'superseded') return true;
    if (known === 'admitted' && (await wasDecided(state, app, stored.receivedAt))) return true;
  }
  const decision = builtAt === undefined ? undefined : await decisionSinceBuild(state, app, builtAt);
  if (!decision) return false;
  const newer = `${decision.action} by ${decision.actor}`;
  logger.warn(
    { app, digest, decision },
    `the build in the folder of ${app} is older than: ${newer}; mfe publish`,
  );
  return true;
}

/**
 * A release that comes back, such as that of an earlier image, is admitted from before. If the gateway ended during its
 * admission, nothing was decided on the app since.
 * @param receivedAt of the release.
 */
async function wasDecided(
  state: Pick<StateStore, 'history'>,
  app: string,
  receivedAt: number,
): Promise<boolean> {
  const entries = await state.history({ app, limit: MAX_ENTRIES });
  const newest = entries.find(({ action }) => NEWER_THAN_BUILD.has(action));
  return newest === undefined || newest.at >= receivedAt;
}

function digestOf(manifest: string): string | undefined {
  return /"digest":\s*"([0-9a-f]{64})"/.exec(manifest)?.[1];
}

/** The actor of a change by a release source. */
export const SOURCE = 'source';
/** Decisions on an app after which an earlier build of it is old; a refused, waiting or held release counts, too. */
const NEWER_THAN_BUILD: ReadonlySet<HistoryAction> = new Set([
  'activate',
  'rollback',
  'retire',
  'withdraw',
  'refuse',
  'admit',
]);
const MAX_ENTRIES = 200;
/** File times may lag behind the clock: by milliseconds on Linux, by more on other file systems. */
const COARSE_MS = 1_000;

/**
 * The history does not contain the build, so times are compared.
 * @param builtAt ms since the epoch.
 * @returns the newest decision on an app since then that was not made by a source; undefined: none.
 */
export async function decisionSinceBuild(
  state: Pick<StateStore, 'history'>,
  app: string,
  builtAt: number,
): Promise<HistoryEntry | undefined> {
  const entries = await state.history({ app, limit: MAX_ENTRIES });
  const later = entries.filter(({ at, actor }) => at > builtAt + COARSE_MS && actor !== SOURCE);
  return later.find(({ action }) => NEWER_THAN_BUILD.has(action));
}
