import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from '../platform/database/fleet.ts';
import { after } from '../platform/runtime/timers.ts';
import { purgedKeys } from '../serving/compositions/changed-apps.ts';
import type { ServedComposition } from '../serving/compositions/served-composition.ts';
import { createPrerender } from '../serving/pages/prerender.ts';
import { type Changes, createChanges } from './activation/changes.ts';
import type { Decision } from './activation/decision.ts';
import type { Previews } from './activation/previews.ts';
import { createClientCheck } from './admission/check-client.ts';
import { createPageCheck } from './admission/check-pages.ts';
import { createReferenceCheck } from './admission/check-references.ts';
import { createHydrationCheck } from './admission/hydration/check-hydration.ts';
import { createHydrator } from './admission/hydration/hydrator.ts';
import { createMeasurementStore } from './admission/measurement-store.ts';
import { createMeter } from './admission/measurements.ts';
import { createPlaces } from './admission/places.ts';
import { announce, inBackground } from './background.ts';
import type { ReleasingOptions } from './releasing-options.ts';
import type { SecretCheck } from './releases/check-secrets.ts';
import { collectGarbage } from './releases/collect-garbage.ts';

/** Shortest time limit for one script, in milliseconds, which includes the start of the parser thread. */
const LEAST_PARSE_MS = 10_000;

/** Wires what changes the site: admission, activation and what follows it. */
export function openChanges(
  options: ReleasingOptions,
  { previews, secrets, fleet }: { previews: Previews; secrets: SecretCheck; fleet: Fleet },
): Changes {
  const { config, storage, state, memory, serving, now } = options;
  const { blobs } = storage;
  const measurements = createMeasurementStore(storage.db, now);
  const { admission, quotas } = config;
  const places = createPlaces(blobs.get);
  const fillLater = fillCaches(options);
  const { storeBytes, leaseMs } = config.releases;
  // Half the time of an admission for one script: enough to name a slow script, and not too short on a busy machine.
  const timeoutMs = Math.max(LEAST_PARSE_MS, admission.timeoutMs / 2);
  return createChanges({
    site: serving.site,
    state,
    deployLock: storage.deployLock,
    measurements,
    previews,
    secrets,
    fleet,
    telemetry: options.telemetry,
    now,
    siteConfig: config.site,
    isReadOnly: storage.readOnly !== undefined,
    leaseMs,
    after,
    checkPages: createPageCheck(places, config.development.on),
    checkClient: createClientCheck(blobs.get, timeoutMs),
    hydration: admission.hydration
      ? createHydrationCheck({
          hydrate: createHydrator({
            blobs,
            prepareScripts: storage.prepareScripts,
            inTurn: memory.isSmall,
          }),
          now,
          admissionTimeoutMs: admission.timeoutMs,
          clock: () => performance.now(),
        })
      : undefined,
    checkReferences: createReferenceCheck(admission.links ?? 'develop', places),
    measure: config.development.on
      ? undefined
      : createMeter({
          read: blobs.get,
          measurements,
          most: admission.routeBytes,
          clock: () => performance.now(),
        }),
    memoryFor: (processes) => memory.refusal(processes, admission.hydration, serving.processes.keepWithin),
    allowsSource: admission.foreignSources,
    clientBytes: quotas.filesBytes,
    developmentBuilds: admission.developmentBuilds,
    admissionTimeoutMs: admission.timeoutMs,
    collectGarbage: () => collectGarbage({ state, blobs, storeBytes, retainedRefused: quotas.refused, now }),
    onActivated(served, previous) {
      void announce(fleet, options.logger);
      fillLater(served, previous);
    },
    background: (work) => inBackground(work, options.logger),
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

function noteDecision(
  { telemetry, development }: ReleasingOptions,
  apps: string[],
  { outcome, waitsFor, findings, warnings }: Decision,
): void {
  telemetry.count('admissions_total', { verdict: waitsFor ? 'waiting' : outcome });
  development?.decided(apps, outcome === 'refused' ? findings : [], warnings);
}
