import type { FastifyBaseLogger } from 'fastify';
import { followActivations } from './activation/follow-activations.ts';
import type { Config } from '../platform/settings/config.ts';
import { SOURCE } from './releases/newer-decision.ts';
import type { Development } from '../observing/errors/development/development.ts';
import { createFolderReader, type FolderReader } from './releases/sources/folder-reader.ts';
import { createFolderSource } from './releases/sources/folder-source.ts';
import { createOriginSource } from './releases/sources/origin-source.ts';
import { type SourceWatcher, watchSources } from './releases/sources/watch-sources.ts';
import type { Changing } from './open-releasing.ts';
import type { Upstreams } from '../serving/upstreams/upstreams.ts';
import type { Serving } from '../serving/open-serving.ts';
import type { Storage } from '../platform/open-platform.ts';
import { after } from '../platform/processes/timers.ts';

export interface BackgroundOptions extends Changing {
  config: Config;
  storage: Storage;
  serving: Serving;
  upstreams: Upstreams;
  logger: FastifyBaseLogger;
  development: Development | undefined;
}

/** What goes on by itself: looking for releases, following other gateways, ending leases, leaving what crashes. */
export interface Background {
  watcher: SourceWatcher;
  /** Ends leases and collects garbage now; it is done by itself every few minutes. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** Ends of a release's process within a minute after which it counts as failing. */
const CRASH_LOOP = 5;
const TIDY_INTERVAL_MS = 5 * 60_000;
/** At a first start, origins that take longer do not hold up the others; a folder whose disk hangs fails sooner. */
const GATHER_MS = 2_000;
const LONGEST_GATHER_MS = 10 * 60_000;
/** How often the store is asked what is live, should the word of another gateway get lost. */
const FOLLOW_MS = 5_000;

/** Restores what was live, and takes in what the sources offer: done when there is something to serve. */
export async function startBackground(options: BackgroundOptions): Promise<Background> {
  const { config, storage, serving, changes, logger } = options;
  serving.onCrash(({ app, digest, reason, recent }) => {
    if (recent < CRASH_LOOP || serving.site.live()?.composition.apps[app] !== digest) return;
    changes.fallBack(app, digest, reason).catch((error: unknown) => logger.error(error));
  });
  const restored = await changes.restore().catch((error: unknown) => {
    logger.error(error, 'what was live cannot be restored');
    return false;
  });
  await serving.site.refreshLeases();
  const folders = createFolderReader();
  const watcher = watchReleases(options, folders);
  // The first look decides what is served; with a site from the disk nobody has to wait for an origin.
  const onlyFolders = config.releases.every((source) => source.type === 'folder');
  const first = watcher.start(onlyFolders ? LONGEST_GATHER_MS : GATHER_MS);
  if (!restored || onlyFolders) await first;
  const tidy = async (): Promise<void> => {
    const collected = await changes.collect();
    await storage.blobs.cache?.prune();
    await serving.site.refreshLeases();
    await serving.renderings.prune(config.storeBytes / 4);
    if (collected && collected.blobs > 0) logger.info(collected, 'garbage was collected');
  };
  const tidying = setInterval(
    () => void tidy().catch((error: unknown) => logger.error(error)),
    TIDY_INTERVAL_MS,
  ).unref();
  const follower = follow(options);
  return {
    watcher,
    tidy,
    async close() {
      clearInterval(tidying);
      await Promise.all([watcher.close(), follower?.close()]);
      folders.end();
    },
  };
}

function watchReleases(
  { config, changes, intake, logger, development }: BackgroundOptions,
  folders: FolderReader,
): SourceWatcher {
  const sources = config.releases.map((source) =>
    source.type === 'folder'
      ? createFolderSource(source.app, source.folder, folders, !config.followFolders)
      : createOriginSource(source.app, source.url, fetch),
  );
  return watchSources(sources, {
    intervalMs: config.releasePollMs,
    jitter: 0.2,
    random: Math.random,
    take(source, offer) {
      development?.offered(source.app, offer.manifest);
      return intake.take(source, offer);
    },
    deploy: (releases) => changes.deploy(releases, SOURCE),
    after,
    onError: (source, error) => logger.warn({ err: error, app: source.app }, 'a release source failed'),
  });
}

/** @returns undefined when no other gateway shares the store. */
function follow({ storage: { listen }, changes, upstreams, logger }: BackgroundOptions) {
  return (
    listen &&
    followActivations({
      look: async () => {
        // One that fails does not keep the other from its turn.
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
    })
  );
}
