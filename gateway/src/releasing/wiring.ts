import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { contractWindow } from '@voltframe/kit/contract/contract-version';
import { triedAgain } from '@voltframe/kit/contract/operations/verdict';
import { DAY_MS, MINUTE_MS } from '@voltframe/kit/contract/units';
import { createFleet, type Fleet } from '../platform/database/fleet.ts';
import type { Purges } from '../platform/outbox/purges.ts';
import { after, every } from '../platform/runtime/timers.ts';
import type { Config } from '../platform/settings/config.ts';
import { GATEWAY_VERSION } from '../platform/version.ts';
import { purgedKeys } from '../serving/compositions/changed-apps.ts';
import type { ServedComposition } from '../serving/compositions/served-composition.ts';
import type { Serving, ServingOptions } from '../serving/open-serving.ts';
import { createPrerender } from '../serving/pages/prerender.ts';
import type { Upstreams } from '../serving/upstreams/upstreams.ts';
import { followActivations } from './activation/activation.ts';
import { type Changes, createChanges } from './activation/changes.ts';
import type { Decision } from './activation/decision.ts';
import { createPreviews, type Previews } from './activation/previews.ts';
import { createPreviewStore } from './activation/preview-store.ts';
import { createClientCheck } from './admission/check-client.ts';
import { createPageCheck } from './admission/check-pages.ts';
import { createPlaces } from './admission/places.ts';
import { createReferenceCheck } from './admission/check-references.ts';
import { createHydrationCheck } from './admission/hydration/check-hydration.ts';
import { createHydrator } from './admission/hydration/hydrator.ts';
import { createMeter } from './admission/measurements.ts';
import { createSecretCheck, type SecretCheck } from './releases/check-secrets.ts';
import { collectGarbage } from './releases/collect-garbage.ts';
import { SOURCE } from './releases/newer-decision.ts';
import { createReleaseIntake, type ReleaseIntake } from './releases/release-intake.ts';
import { createReleaseQuota } from './releases/release-quota.ts';
import { createSecretFinder } from './releases/secret-finder.ts';
import { createFolderReader, type FolderReader } from './releases/sources/folder-reader.ts';
import { createFolderSource } from './releases/sources/folder-source.ts';
import { createOriginSource } from './releases/sources/origin-source.ts';
import { type SourceWatcher, watchSources } from './releases/sources/watch-sources.ts';

/** The path of releases. */
export type Releasing = Awaited<ReturnType<typeof openReleasing>>;

/** The wings below, and what the operator configured. */
export interface ReleasingOptions extends ServingOptions {
  /** Undefined: no shared cache is to be purged. */
  purges: Purges | undefined;
  serving: Serving;
  upstreams: Upstreams;
  /** Name of this gateway among those of the site. */
  gateway: string;
  /** Signs and reads the addresses of previews. */
  signedPreviews: Awaited<ReturnType<Storage['signed']>>;
}

/** Shortest time limit for one script, in milliseconds, which includes the start of the parser thread. */
const LEAST_PARSE_MS = 10_000;
/** Longest part of the machine's name in the name of a gateway. */
const LONGEST_HOST = 60;
const NOT_ANNOUNCED = 'this gateway cannot announce itself to the others';
const TIDY_INTERVAL_MS = 5 * MINUTE_MS;
/** At a first start, slower origins do not delay the others. A folder on a hanging disk fails sooner. */
const GATHER_MS = 2_000;
const LONGEST_GATHER_MS = 10 * MINUTE_MS;
/** Interval of queries for the live composition, because a notification of another gateway may get lost. */
const FOLLOW_MS = 5_000;

/**
 * The path of a release: source or push → intake → candidate → admission → decision → activation.
 */
export async function openReleasing(options: ReleasingOptions) {
  const { config, storage, serving, now } = options;
  const { site } = serving;
  const finder = createSecretFinder();
  const secrets = createSecretCheck(storage.blobs.get, finder);
  const previews = createPreviews({
    site,
    state: storage.state,
    signed: options.signedPreviews,
    leaseMs: config.releases.previewLeaseMs,
    now,
    store: createPreviewStore(storage.db, now),
    url: config.site.url,
    limits: config.quotas,
    changes: () => changes,
    background: (work) => inBackground(options, work),
    randomId: () => randomBytes(16).toString('hex'),
  });
  const { oldest, newest } = contractWindow();
  const host = hostname().slice(0, LONGEST_HOST);
  const fleet = createFleet({
    db: storage.listen && storage.db,
    own: {
      id: `${host}-${options.gateway}`,
      version: GATEWAY_VERSION,
      contract: { oldest, newest },
    },
    shows: () => site.live()?.composition.id ?? null,
    now,
    sleep,
  });
  const changes = openChanges(options, { previews, secrets, fleet });
  const intake = openIntake(options, secrets);
  const background = await startBackground(options, { changes, intake, fleet });
  return {
    fleet,
    intake,
    previews,
    changes,
    watcher: background.watcher,
    tidy: background.tidy,
    async close(): Promise<void> {
      await background.close();
      finder.end();
    },
  };
}

function openIntake(
  { config, storage, serving, development, logger, now }: ReleasingOptions,
  { look }: SecretCheck,
): ReleaseIntake {
  // With a shared database, releases use this disk as a cache only.
  const assertRoom = config.data.databaseUrl === undefined ? storage.disk.assertRoom : async () => {};
  return createReleaseIntake({
    ...storage,
    quota: createReleaseQuota({ ...storage, assertRoom, limits: config.quotas, now }),
    now,
    logger,
    live: () => serving.site.live()?.composition,
    look,
    refused: (app, findings) =>
      development
        ? development.decided([app], findings)
        : logger.error({ app, findings }, `release refused: ${app}`),
  });
}

function openChanges(
  options: ReleasingOptions,
  parts: { previews: Previews; secrets: SecretCheck; fleet: Fleet },
): Changes {
  const { config, storage, memory, serving, now } = options;
  const { state, blobs, measurements } = storage;
  const { admission, quotas } = config;
  const places = createPlaces(blobs.get);
  const fillLater = fillCaches(options);
  const { storeBytes, leaseMs } = config.releases;
  // Half the time of an admission for one script: enough to name a slow script, and not too short on a busy machine.
  const timeoutMs = Math.max(LEAST_PARSE_MS, admission.timeoutMs / 2);
  return createChanges({
    ...options,
    ...storage,
    ...parts,
    site: serving.site,
    siteConfig: config.site,
    isReadOnly: storage.readOnly !== undefined,
    leaseMs,
    after,
    checkPages: createPageCheck(places),
    checkClient: createClientCheck(blobs.get, timeoutMs),
    hydration: admission.hydration
      ? createHydrationCheck({
          hydrate: createHydrator({ ...storage, inTurn: memory.isSmall }),
          now,
          admissionTimeoutMs: admission.timeoutMs,
          clock: () => performance.now(),
        })
      : undefined,
    checkReferences: createReferenceCheck(admission.links ?? 'develop', places),
    measure: config.development.on
      ? undefined
      : createMeter({ read: blobs.get, measurements, clock: () => performance.now() }),
    memoryFor: (processes) => memory.refusal(processes, admission.hydration, serving.processes.keepWithin),
    allowsSource: admission.foreignSources,
    developmentBuilds: admission.developmentBuilds,
    admissionTimeoutMs: admission.timeoutMs,
    collectGarbage: () => collectGarbage({ state, blobs, storeBytes, retainedRefused: quotas.refused, now }),
    onActivated(served, previous) {
      void announce(options, parts.fleet);
      fillLater(served, previous);
    },
    background: (work) => inBackground(options, work),
    onDecision: (apps, decision) => noteDecision(options, apps, decision),
  });
}

/**
 * @returns a callback for another live composition: purges shared caches, and fills the gateway's own in the
 * background.
 */
function fillCaches({ storage, serving, purges, logger }: ReleasingOptions) {
  const { site, pages } = serving;
  const prerender = createPrerender({ pages, isLive: (of) => site.live() === of, sleep });
  return (served: ServedComposition, previous: ServedComposition | undefined): void => {
    // Every gateway purges, so the last purge follows when no gateway serves the old composition any more.
    purges
      ?.note(purgedKeys(served.composition, previous?.composition))
      .catch((error: unknown) =>
        logger.error(
          { err: error },
          'changed keys cannot be stored yet: shared caches keep their pages until they can',
        ),
      );
    const files = Object.values(served.releases).flatMap((release) => Object.values(release.files));
    const filling = storage.blobs.cache?.fetchAll(files.map(({ sha256 }) => sha256));
    filling?.catch((error: unknown) => logger.warn({ err: error }, 'not all files could be fetched ahead'));
    void prerender(served, previous);
  };
}

async function announce({ logger }: ReleasingOptions, fleet: Fleet): Promise<void> {
  await fleet.announce().catch((error: unknown) => logger.warn({ err: error }, NOT_ANNOUNCED));
}

function inBackground({ logger }: ReleasingOptions, work: Promise<unknown>): void {
  work.catch((error: unknown) => logger.error(error));
}

function noteDecision(
  { telemetry, logger, development }: ReleasingOptions,
  apps: string[],
  { measured: _, ...decision }: Decision,
): void {
  const { outcome, waitsFor, findings, warnings } = decision;
  telemetry.count('admissions_total', { verdict: waitsFor ? 'waiting' : outcome });
  development?.decided(apps, outcome === 'refused' ? findings : [], warnings);
  if (development && outcome === 'refused') return; // development has already reported the findings
  const level = outcome === 'refused' && !waitsFor ? 'error' : 'info';
  const message = `releases ${outcome}: ${apps.join(', ')}`;
  logger[level]({ apps, ...decision }, waitsFor ? `${message}; ${triedAgain(waitsFor)}` : message);
}

/** Restores the live composition, and reads the sources. Resolves when a site can be served. */
async function startBackground(
  options: ReleasingOptions,
  { changes, intake, fleet }: { changes: Changes; intake: ReleaseIntake; fleet: Fleet },
) {
  const { config, storage, serving, upstreams, logger } = options;
  const { site } = serving;
  // From here on no release goes live that this gateway cannot serve.
  await announce(options, fleet);
  const restored = await changes.restore().catch((error: unknown) => {
    logger.error(error, 'what was live cannot be restored');
    return false;
  });
  await site.refreshLeases();
  const folders = createFolderReader();
  // No release can be stored without the database.
  const sources = storage.readOnly ? [] : config.releases.sources;
  const watcher = watchReleases(options, sources, { changes, intake, folders });
  // The first offers decide what is served; with a site from the disk nobody has to wait for an origin.
  const onlyFolders = sources.every((source) => source.type === 'folder');
  const first = watcher.start(onlyFolders ? LONGEST_GATHER_MS : GATHER_MS);
  if (!restored || onlyFolders) await first;
  let prunedAt = -Infinity;
  const tidy = async (): Promise<void> => {
    if (storage.database.away()) return;
    const { historyKeepMs } = config.data;
    if (historyKeepMs < Infinity && options.now() - prunedAt >= DAY_MS) {
      await storage.state.pruneHistory(options.now() - historyKeepMs);
      prunedAt = options.now();
    }
    const collected = await changes.collect();
    await storage.blobs.cache?.prune();
    await site.refreshLeases();
    await serving.renderings.prune(config.releases.storeBytes / 4);
    if (collected && collected.blobs > 0) logger.info(collected, 'garbage was collected');
  };
  const stopTidying = every(TIDY_INTERVAL_MS, () => inBackground(options, tidy()));
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
    /** Ends leases and collects garbage now; both also run every few minutes. */
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
  });
}
