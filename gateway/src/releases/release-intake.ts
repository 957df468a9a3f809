import type { Readable } from 'node:stream';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { releaseDigest } from '@voltframe/kit/contract/release/digest';
import type { Release } from '@voltframe/kit/contract/release/release';
import { parseRelease } from '@voltframe/kit/contract/release/release-schema';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { unpackReleases } from '@voltframe/kit/packaging/unpack-releases';
import type { FastifyBaseLogger } from 'fastify';
import { type Finding, finding } from '@voltframe/kit/contract/operations/finding';
import type { Offer, WatchedSource } from './sources/release-source.ts';
import type { TakenOffer } from './sources/watch-sources.ts';
import { type BlobStore, sha256 } from '../stores/blobs/blob-store.ts';
import type { StateStore } from '../stores/state-store.ts';
import type { Reservations } from './reservations.ts';
import { INGEST_LIMITS, IngestError, ingestRelease } from './ingest.ts';

export interface ReleaseIntakeOptions {
  state: StateStore;
  blobs: BlobStore;
  reservations: Reservations;
  now: () => number;
  logger: FastifyBaseLogger;
  live(): Composition | undefined;
}

export type Taken = { ok: true; release: Release } | { ok: false; findings: Finding[] };

/** From an offer, whatever its source, to a release in the store. */
export interface ReleaseIntake {
  /** Reads and keeps one release. @param app the only one it may be of. */
  read(app: string, offer: Pick<Offer, 'manifest' | 'read'>, source: string): Promise<Taken>;
  /**
   * Takes a pushed pack apart.
   * @param keep whether the releases are remembered; the files are kept until `done` in any case.
   * @throws an error of the PACK catalogue.
   */
  unpack(pack: Readable, apps: string[], keep: boolean): Promise<{ releases: Release[]; done(): void }>;
  /** Reads what a watched source offers, unless it is what it offered before. */
  take(source: WatchedSource, offer: Offer): Promise<TakenOffer>;
}

/** A build that is being written shows as files that do not match: looked at again this often before it is a verdict. */
const FILE_RETRIES = 20;

export function createReleaseIntake(options: ReleaseIntakeOptions): ReleaseIntake {
  const { state, blobs, reservations, now, logger } = options;
  const failures = new Map<WatchedSource, { version: string; times: number }>();

  const read: ReleaseIntake['read'] = async (app, offer, source) => {
    const parsed = parseManifest(app, offer.manifest);
    if (!parsed.ok) return parsed;
    const { release } = parsed;
    const done = reservations.reserve(blobNames(release));
    try {
      await ingestRelease(release, offer.read, blobs);
      await blobs.settle();
      await state.saveRelease(release, source, now());
      return { ok: true, release };
    } catch (error) {
      if (!(error instanceof IngestError)) throw error;
      return { ok: false, findings: [finding(app, admissionErrors.FILE({ reason: error.message }))] };
    } finally {
      done();
    }
  };

  /** The same digest as last time from this source, and it was admitted then: a rollback since must stay. */
  const isOld = async ({ app, name }: WatchedSource, manifest: string): Promise<boolean> => {
    const digest = digestOf(manifest);
    if (digest === undefined || options.live()?.apps[app] === undefined) return false;
    if (options.live()?.apps[app] === digest) return true;
    if ((await state.setting(`source:${app}:${name}`)) !== digest) return false;
    return (await state.release(app, digest))?.state === 'admitted';
  };

  /** @returns whether a failed offer deserves another look. */
  const failsAgain = (source: WatchedSource, { version }: Offer): boolean => {
    const before = failures.get(source);
    const times = before?.version === version ? before.times + 1 : 1;
    failures.set(source, { version, times });
    return times >= FILE_RETRIES;
  };

  const unpack: ReleaseIntake['unpack'] = async (pack, apps, keep) => {
    const ends: (() => void)[] = [];
    const done = () => ends.forEach((end) => end());
    try {
      const releases = await unpackReleases(
        pack,
        { apps },
        {
          release: (release) => void ends.push(reservations.reserve(blobNames(release))),
          file: async (_release, _path, body, { sha256: name }) => blobs.put(name, body),
        },
      );
      await blobs.settle();
      for (const release of keep ? releases : []) await state.saveRelease(release, 'push', now());
      return { releases, done };
    } catch (error) {
      done();
      throw error;
    }
  };

  return {
    read,
    unpack,
    async take(source, offer) {
      if (await isOld(source, offer.manifest)) return { settled: true };
      const taken = await read(source.app, offer, source.name).catch((error: unknown): Taken => {
        const reason = error instanceof Error ? error.message : String(error);
        return { ok: false, findings: [finding(source.app, admissionErrors.FILE({ reason }))] };
      });
      if (taken.ok) {
        await state.setSetting(`source:${source.app}:${source.name}`, taken.release.digest);
        return { release: taken.release, settled: true };
      }
      const { findings } = taken;
      const settled =
        findings.some(({ code }) => code !== admissionErrors.FILE.code) || failsAgain(source, offer);
      if (settled) logger.error({ app: source.app, findings }, `release refused: ${source.app}`);
      return { settled };
    },
  };
}

function blobNames(release: Release): string[] {
  return Object.values(release.files).map((file) => file.sha256);
}

function parseManifest(app: string, manifest: string): Taken {
  const refuse = (error: Parameters<typeof finding>[1]): Taken => ({
    ok: false,
    findings: [finding(app, error)],
  });
  if (manifest.length > INGEST_LIMITS.manifestBytes)
    return refuse(admissionErrors.TOO_LARGE({ what: 'release.json', limit: INGEST_LIMITS.manifestBytes }));
  let value: unknown;
  try {
    value = JSON.parse(manifest);
  } catch {
    return refuse(admissionErrors.MANIFEST({ path: '', reason: 'it is not JSON' }));
  }
  const parsed = parseRelease(value);
  if (!parsed.ok) {
    const issues = parsed.issues.slice(0, 20);
    return {
      ok: false,
      findings: issues.map((issue) => finding(app, admissionErrors.MANIFEST({ ...issue }))),
    };
  }
  const release = parsed.value;
  if (release.app !== app) return refuse(admissionErrors.OTHER_APP({ named: release.app }));
  if (releaseDigest(release, sha256) !== release.digest) return refuse(admissionErrors.DIGEST());
  const oversized = tooLarge(release);
  return oversized ? refuse(oversized) : { ok: true, release };
}

function tooLarge(release: Release): Parameters<typeof finding>[1] | undefined {
  const files = Object.entries(release.files);
  const { fileBytes, releaseBytes, files: most } = INGEST_LIMITS;
  if (files.length > most) return admissionErrors.TOO_LARGE({ what: 'The number of files', limit: most });
  const big = files.find(([, { bytes }]) => bytes > fileBytes);
  if (big) return admissionErrors.TOO_LARGE({ what: big[0], limit: fileBytes });
  const total = files.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  return total > releaseBytes
    ? admissionErrors.TOO_LARGE({ what: 'The release', limit: releaseBytes })
    : undefined;
}

function digestOf(manifest: string): string | undefined {
  return /"digest":\s*"([0-9a-f]{64})"/.exec(manifest)?.[1];
}
