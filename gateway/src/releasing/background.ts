import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS, MINUTE_MS } from '@voltframe/kit/contract/units';
import type { Fleet } from '../platform/database/fleet.ts';
import { after, every } from '../platform/runtime/timers.ts';
import type { Config } from '../platform/settings/config.ts';
import { followActivations } from './activation/activation.ts';
import type { Changes } from './activation/changes.ts';
import type { ReleasingOptions } from './releasing-options.ts';
import { type ReleaseIntake, SOURCE } from './releases/release-intake.ts';
import { createFolderReader, type FolderReader } from './releases/sources/folder-reader.ts';
import { createFolderSource } from './releases/sources/folder-source.ts';
import { createOriginSource } from './releases/sources/origin-source.ts';
import { type SourceWatcher, watchSources } from './releases/sources/watch-sources.ts';

/** What a gateway does about releases without being asked. */
export interface Background {
  watcher: SourceWatcher;
  /** Ends leases and collects garbage now; both also run every few minutes. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

const NOT_ANNOUNCED = 'this gateway cannot announce itself to the others';
/** Time for which history entries are stored; the newest 1,000 of each app stay, because rollbacks need them. */
const HISTORY_KEPT_MS = 365 * DAY_MS;
const TIDY_INTERVAL_MS = 5 * MINUTE_MS;
/** Slower origins do not delay the others. */
const GATHER_MS = 2_000;
/**
 * At a first start, when a site with some of its apps answers 404 for the pages of the others. Their containers may
 * start at the same time as the gateway, on a busy machine.
 */
const FIRST_GATHER_MS = 10_000;
/** A folder on a hanging disk fails sooner. */
const LONGEST_GATHER_MS = 10 * MINUTE_MS;
/** Interval of queries for the live composition, because a notification of another gateway may get lost. */
const FOLLOW_MS = 5_000;

/** Restores the live composition, and reads the sources. Resolves when a site can be served. */
export async function startBackground(
  options: ReleasingOptions,
  { changes, intake, fleet }: { changes: Changes; intake: ReleaseIntake; fleet: Fleet },
): Promise<Background> {
  const { config, storage, serving, upstreams, logger } = options;
  const { site } = serving;
  // From here on no release goes live that this gateway cannot serve.
  await announce(fleet, logger);
  const restored = await changes.restore().catch((error: unknown) => {
    logger.error(error, 'what was live cannot be restored');
    return false;
  });
  await site.refreshLeases();
  const folders = createFolderReader();
  // No release can be stored without the database.
  const sources = storage.readOnly ? [] : config.releases.sources;
  const watcher = watchReleases(options, sources, { changes, intake, folders });
  // The first offers decide what is served; with a site from the disk the start does not wait for an origin.
  const onlyFolders = sources.every((source) => source.type === 'folder');
  const gatherMs = restored ? GATHER_MS : FIRST_GATHER_MS;
  const first = watcher.start(onlyFolders ? LONGEST_GATHER_MS : gatherMs);
  if (!restored || onlyFolders) await first;
  let prunedAt = -Infinity;
  const tidy = async (): Promise<void> => {
    if (storage.database.away()) return;
    if (options.now() - prunedAt >= DAY_MS) {
      await options.state.pruneHistory(options.now() - HISTORY_KEPT_MS);
      prunedAt = options.now();
    }
    const collected = await changes.collect();
    await storage.blobs.cache?.prune();
    await site.refreshLeases();
    await serving.renderings.prune(config.releases.storeBytes / 4);
    if (collected && collected.blobs > 0) logger.info(collected, 'garbage was collected');
  };
  const stopTidying = every(TIDY_INTERVAL_MS, () => inBackground(tidy(), logger));
  const announcing = fleet.start(every, changes.deployWaiting, (error) =>
    logger.warn({ err: error }, NOT_ANNOUNCED),
  );
  const { listen } = storage;
  // Present when other gateways share the store.
  const follower =
    listen &&
    followActivations({
      look: async () => {
        // A failure of one does not skip the other.
        const looks = await Promise.allSettled([changes.catchUp(), upstreams.catchUp()]);
        for (const look of looks) if (look.status === 'rejected') throw look.reason;
      },
      listen: (onActivation) =>
        listen({
          onActivation,
          onError: (error) => logger.warn({ err: error }, 'notifications of activations are interrupted'),
        }),
      pollMs: FOLLOW_MS,
      onFailing: (error) => logger.error(error, 'what another gateway activated cannot be shown here'),
    });
  return {
    watcher,
    tidy,
    async close(): Promise<void> {
      stopTidying();
      await Promise.all([watcher.close(), follower?.close(), announcing.close()]);
      folders.end();
    },
  };
}

function watchReleases(
  { config, logger, development }: ReleasingOptions,
  from: Config['releases']['sources'],
  { changes, intake, folders }: { changes: Changes; intake: ReleaseIntake; folders: FolderReader },
): SourceWatcher {
  const sources = from.map((source) =>
    source.type === 'folder'
      ? createFolderSource(source.app, source.folder, folders, !config.releases.follow)
      : createOriginSource(source.app, source.url, fetch),
  );
  return watchSources(sources, {
    intervalMs: config.releases.pollMs,
    random: Math.random,
    take(source, offer) {
      development?.offered(source.app, offer.manifest);
      return intake.take(source, offer);
    },
    deploy: (releases) => changes.deploy(releases, SOURCE),
    after,
    onError: (source, error) => logger.warn({ err: error, app: source.app }, 'a release source failed'),
    onEmpty(source) {
      // `mfe dev` starts before the first build.
      if (config.development.on) return;
      const place = from[sources.indexOf(source)]!;
      const where = place.type === 'folder' ? { folder: place.folder } : { url: place.url };
      logger.warn(
        { app: source.app, ...where },
        'RELEASES names a place without a release: build the app, or correct the setting',
      );
    },
  });
}

/** Tells the other gateways what this one serves. */
export async function announce(fleet: Fleet, logger: FastifyBaseLogger): Promise<void> {
  await fleet.announce().catch((error: unknown) => logger.warn({ err: error }, NOT_ANNOUNCED));
}

/** Runs work in the background. */
export function inBackground(work: Promise<unknown>, logger: FastifyBaseLogger): void {
  work.catch((error: unknown) => logger.error(error));
}
