import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { type EncodedBytes, tagged } from '../encoded-body.ts';
import type { BlobStore } from '../../../platform/blobs/blob-store.ts';
import type { StateStore } from '../../../platform/database/state-store.ts';
import { makeDifference } from './make-difference.ts';
import { type PlannedDifference, planDifferences } from './plan-differences.ts';

/** A deploy as what it changed: differences from the files that browsers have to those that are live (RFC 9842). */
export interface Differences {
  /**
   * @param target what is asked for. @param dictionary what the browser has; both sha-256 of the plain file, in lower-case hex.
   * @returns the body of `Content-Encoding: dcb`; undefined when there is none (yet).
   */
  find(app: string, target: string, dictionary: string): EncodedBytes | undefined;
  /**
   * Makes those that lead to these releases, and forgets all others. When it is called again meanwhile, the first call ends.
   * A file that cannot be read costs nobody more than the difference.
   */
  prepare(live: Readonly<Record<string, Release>>): Promise<void>;
}

export interface DifferencesOptions {
  blobs: Pick<BlobStore, 'get'>;
  state: Pick<StateStore, 'servableIds' | 'composition' | 'release'>;
  /** ms since the epoch. */
  now: () => number;
}

/** What is held of one app. */
interface OfApp {
  /** Digests of the live release and of those before it. */
  releases: string;
  /** By target and dictionary. */
  bodies: Map<string, EncodedBytes>;
}

/** Releases of an app that browsers may have files of; who has not come since has what is sent to everybody. */
const VERSIONS = 3;
/**
 * Of each app. They are kept in memory alone: those of a whole deploy are made anew in a second after a restart, and nothing
 * on a disk can be torn.
 */
const MOST_BYTES = 4 * 1024 * 1024;

export function createDifferences({ blobs, state, now }: DifferencesOptions): Differences {
  const made = new Map<string, OfApp>();
  const servableApps = createServableApps(state, now);
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
    // Whoever asks meanwhile finds what is there by then.
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
    find: (app, target, dictionary) => made.get(app)?.bodies.get(keyOf(target, dictionary)),
    async prepare(live) {
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

type Apps = Composition['apps'];

/** A composition of a large site is megabytes: each is read once, for the little that is asked of it. @returns of each its apps, the newest first. */
function createServableApps(
  state: Pick<StateStore, 'servableIds' | 'composition'>,
  now: () => number,
): () => Promise<Apps[]> {
  const known = new Map<string, Apps>();
  return async () => {
    const ids = new Set(await state.servableIds(now()));
    for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    for (const id of ids) {
      const stored = known.has(id) ? undefined : await state.composition(id);
      if (stored) known.set(id, stored.composition.apps);
    }
    return [...ids].map((id) => known.get(id)).filter((apps) => apps !== undefined);
  };
}

/** @param compositions the apps of each, the newest first. @returns digests of the releases that an app had before, the newest first. */
function digestsBefore({ app, digest }: Release, compositions: readonly Apps[]): string[] {
  const digests = new Set(compositions.flatMap((apps) => (Object.hasOwn(apps, app) ? [apps[app]!] : [])));
  digests.delete(digest);
  return [...digests].slice(0, VERSIONS);
}

function keyOf(target: string, dictionary: string): string {
  return `${target} ${dictionary}`;
}
