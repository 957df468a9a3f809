import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { MB } from '@voltframe/kit/contract/units';
import { type EncodedBytes, tagged } from '../responses/encoded-body.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { StoredSite } from './stored-site.ts';
import { promisify } from 'node:util';
import { brotliCompress, type BrotliOptions, constants } from 'node:zlib';
import Negotiator from 'negotiator';

export interface Differences {
  /**
   * @param target the requested file. @param dictionary the browser's file; both sha-256 of the plain file, in
   *   lower-case hex.
   * @returns the body of `Content-Encoding: dcb`; undefined when there is none (yet).
   */
  find: (app: string, target: string, dictionary: string) => EncodedBytes | undefined;
  /**
   * Computes the differences to these releases, and drops all others. A further call ends the current one. A file
   * that cannot be read is sent without a difference.
   */
  prepare(live: Readonly<Record<string, Release>>): Promise<void>;
}

interface DifferencesOptions {
  blobs: Pick<BlobStore, 'get'>;
  state: Pick<StoredSite, 'release'>;
  /** @returns the apps of each servable composition, the newest first. */
  servableApps(): Promise<Composition['apps'][]>;
}

/** The differences of one app. */
interface OfApp {
  /** Digests of the live release and of those before it. */
  releases: string;
  /** By target and dictionary. */
  bodies: Map<string, EncodedBytes>;
}

/** The releases of an app whose files browsers may have; older visitors get the whole file. */
const VERSIONS = 3;
/**
 * Limits of each app. Differences are in memory only: after a restart those of a whole deploy are computed again
 * within a second.
 */
const MOST_BYTES = 4 * MB;

/** The differences of a deploy, from the files of earlier releases to the live ones (RFC 9842). */
export function createDifferences({ blobs, state, servableApps }: DifferencesOptions): Differences {
  const made = new Map<string, OfApp>();
  let turn = 0;

  const make = async (planned: PlannedDifference): Promise<EncodedBytes | undefined> => {
    const [dictionary, target] = await Promise.all([
      blobs.get(planned.dictionary),
      blobs.get(planned.target),
    ]);
    if (!dictionary || !target) return undefined;
    const from = { sha256: planned.dictionary, bytes: dictionary };
    const bytes = await makeDifference(from, target, planned.otherwise);
    return bytes && tagged(bytes);
  };

  const prepareApp = async (live: Release, digests: string[], isOver: () => boolean): Promise<void> => {
    const { app, digest } = live;
    const releases = [digest, ...digests].join(' ');
    const known = made.get(app);
    if (known?.releases === releases) return;
    const earlier: Release[] = [];
    for (const before of digests) {
      const stored = await state.release(app, before);
      if (stored) earlier.push(stored.release);
    }
    if (isOver()) return;
    const bodies = new Map<string, EncodedBytes>();
    // Requests meanwhile get the differences that exist.
    made.set(app, { releases: '', bodies });
    let bytes = 0;
    for (const planned of planDifferences(live, earlier)) {
      const key = keyOf(planned.target, planned.dictionary);
      const body = known?.bodies.get(key) ?? (await make(planned));
      if (isOver()) return;
      if (body && (bytes += body.bytes.length) <= MOST_BYTES) bodies.set(key, body);
    }
    made.set(app, { releases, bodies });
  };

  return {
    find: (app: string, target: string, dictionary: string): EncodedBytes | undefined =>
      made.get(app)?.bodies.get(keyOf(target, dictionary)),
    async prepare(live: Readonly<Record<string, Release>>): Promise<void> {
      const own = ++turn;
      for (const app of made.keys()) if (!Object.hasOwn(live, app)) made.delete(app);
      const apps = await servableApps();
      for (const release of Object.values(live)) {
        if (own !== turn) return;
        await prepareApp(release, digestsBefore(release, apps), () => own !== turn);
      }
    },
  };
}

/**
 * @param compositions the apps of each, the newest first.
 * @returns digests of the releases that an app had before, the newest first.
 */
function digestsBefore({ app, digest }: Release, compositions: readonly Composition['apps'][]): string[] {
  const digests = new Set(compositions.flatMap((apps) => (Object.hasOwn(apps, app) ? [apps[app]!] : [])));
  digests.delete(digest);
  return [...digests].slice(0, VERSIONS);
}

function keyOf(target: string, dictionary: string): string {
  return `${target} ${dictionary}`;
}

/** A difference to make: from one file of an app to the one that took its place. Blobs by their sha-256. */
interface PlannedDifference {
  dictionary: string;
  target: string;
  /** The bytes that the difference replaces: those of the target, compressed if it is. */
  otherwise: number;
}

/** Larger ones would take seconds of CPU. */
const MOST_FILE_BYTES = MB;
/** The limits of an app, since its release is not trusted. */
const MOST_DIFFERENCES = 300;

/**
 * @param live the live release of an app. @param earlier its releases before, the newest first.
 * @returns the differences to compute, the most likely ones first; unchanged files need none.
 */
export function planDifferences(live: Release, earlier: readonly Release[]): PlannedDifference[] {
  const targets = filesByName(live);
  const planned = new Map<string, PlannedDifference>();
  for (const release of earlier)
    for (const [name, dictionary] of filesByName(release)) {
      const target = targets.get(name);
      if (!target || target.sha256 === dictionary.sha256) continue;
      planned.set(keyOf(target.sha256, dictionary.sha256), {
        dictionary: dictionary.sha256,
        target: target.sha256,
        otherwise: target.otherwise,
      });
      if (planned.size >= MOST_DIFFERENCES) return [...planned.values()];
    }
  return [...planned.values()];
}

function filesByName({ files }: Release): Map<string, { sha256: string; otherwise: number }> {
  const byName = new Map<string, { sha256: string; otherwise: number }>();
  for (const [path, { sha256, bytes }] of Object.entries(files)) {
    const name = path.startsWith('client/') ? nameOfVersions(path.slice('client/'.length)) : undefined;
    if (name === undefined || bytes > MOST_FILE_BYTES) continue;
    byName.set(name, { sha256, otherwise: files[`${path}.br`]?.bytes ?? bytes });
  }
  return byName;
}

/** RFC 9842 §4: the first bytes of a `dcb` stream, before the sha-256 of its dictionary. */
const MAGIC = Buffer.of(0xff, 0x44, 0x43, 0x42);
const HEAD_BYTES = MAGIC.length + 32;
/** Least saving of a difference that is stored. */
const WORTH = 0.8;
const brotli = promisify(brotliCompress);

/** Node's types lack the option. */
type WithDictionary = BrotliOptions & { dictionary: Uint8Array };

/**
 * Computes the difference between two files: Brotli with the first one as its dictionary. It is compressed beside the
 * event loop: 2 ms for a page's script, 40 ms for React's.
 * @param dictionary its bytes, and their sha-256 in lower-case hex.
 * @param target the bytes to send.
 * @param otherwise bytes that a browser without the dictionary gets.
 * @returns the body of an answer with `Content-Encoding: dcb`; undefined when it saves too little, or when Node has
 * no support for dictionaries.
 */
export async function makeDifference(
  dictionary: { sha256: string; bytes: Uint8Array },
  target: Uint8Array,
  otherwise: number,
): Promise<Buffer | undefined> {
  const options: WithDictionary = {
    dictionary: dictionary.bytes,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: target.length,
    },
  };
  const stream = await brotli(target, options);
  if (HEAD_BYTES + stream.length > otherwise * WORTH) return undefined;
  return Buffer.concat([MAGIC, Buffer.from(dictionary.sha256, 'hex'), stream]);
}

/** A client file whose next version has the same name: `pages.blog.post.0f794448ea.js`. */
const VERSIONED = /^([\w.-]+)\.[0-9a-f]{10}\.(js|css)$/;
/** A byte sequence of a structured field (RFC 9651 §3.3.5): the sha-256 of the browser's file. */
const AVAILABLE = /^[ \t]*:([A-Za-z0-9+/]{43}=):[ \t]*$/;

/**
 * @returns the name without the hash of a script or a stylesheet: `pages.blog.post.js`; undefined for any other file.
 */
function nameOfVersions(file: string): string | undefined {
  const [, name, type] = VERSIONED.exec(file) ?? [];
  return name === undefined ? undefined : `${name}.${type}`;
}

/**
 * `Use-As-Dictionary` (RFC 9842 §2.1): the browser may keep this file to receive the next versions of it as
 * differences.
 * @returns the header's value; undefined for a file that has no next version.
 */
export function dictionaryHeader(app: string, file: string): string | undefined {
  const [, name, type] = VERSIONED.exec(file) ?? [];
  return name === undefined ? undefined : `match="/assets/${app}/${name}.*.${type}"`;
}

/**
 * @param headers of a request, by lower-case name.
 * @returns sha-256 (lower-case hex) of the file that the browser has and takes a difference from (RFC 9842 §2.2).
 */
export function availableDictionary(headers: {
  'available-dictionary'?: string | string[] | undefined;
  'accept-encoding'?: string | undefined;
}): string | undefined {
  const { 'available-dictionary': available, 'accept-encoding': accepted } = headers;
  if (typeof available !== 'string') return undefined;
  const [, digest] = AVAILABLE.exec(available) ?? [];
  if (digest === undefined || !acceptsDifferences(accepted)) return undefined;
  return Buffer.from(digest, 'base64').toString('hex');
}

function acceptsDifferences(accepted = ''): boolean {
  return new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['dcb']).length > 0;
}
