import { randomBytes } from 'node:crypto';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { FastifyBaseLogger } from 'fastify';
import { createReportLimits } from '../../observing/errors/report-limits.ts';
import { createReportTaker } from '../../observing/errors/take-report.ts';
import { liveSince } from '../../observing/events/events.ts';
import type { Observing } from '../../observing/open-observing.ts';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { Storage } from '../../platform/open-platform.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import type { ReportsDeps } from '../../serving/http/routes/reports.ts';
import type { Serving } from '../../serving/open-serving.ts';
import type { Changes } from '../activation/changes.ts';
import { createHydrator } from '../admission/hydration/hydrator.ts';
import { lookAtPages } from '../admission/hydration/look-at-pages.ts';
import { mendFiles } from '../releases/encodings.ts';
import { createBrowserReports } from './browser-reports.ts';
import { createWitness, type Finding, type Witness } from './witness.ts';

interface OpenWitnessOptions {
  config: Pick<Config, 'admission' | 'reports'>;
  storage: Storage;
  serving: Serving;
  observing: Observing;
  telemetry: Telemetry;
  changes: Pick<Changes, 'fallBack' | 'withEarlier'>;
  logger: FastifyBaseLogger;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Pages that are hydrated for one accusation: each further page slows down visitors of other pages. */
const MOST_PAGES = 3;

/** Observes the render processes from now on. */
export function openWitness(options: OpenWitnessOptions): Witness {
  const { config, storage, serving, telemetry, changes, logger, now } = options;
  const hydrate = createHydrator(storage);
  const tell = (finding: Finding): void => {
    telemetry.count('replays_total', {
      blame: finding.type === 'replayed' ? finding.replay.blame : 'gone',
    });
    if (finding.type === 'unexplained') {
      logger.error(finding, `the process of ${finding.app} ends again and again, and no replay fails`);
      return;
    }
    const { replay, isListed, result } = finding;
    const { app, blame } = replay;
    const message = {
      release: `the release of ${app} fails, and the one before it does not`,
      input: `a request fails with both releases of ${app}`,
      gone: `a failure of ${app} does not happen again`,
      untried: `a failure of ${app} could not be tried`,
    }[blame];
    logger[blame === 'release' ? 'error' : 'warn']({ ...replay, isListed, result }, message);
  };
  const witness = createWitness({
    processes: serving.processes,
    live: () => serving.site.live(),
    withEarlier: changes.withEarlier,
    ...(config.reports.rollBack && { fallBack: changes.fallBack }),
    hydrate: async (served, app) =>
      config.admission.hydration ? lookAtPages(served, { app, most: MOST_PAGES, hydrate, now }) : [],
    mendFiles: (served, apps) => mendAll(served, apps, storage, logger),
    onFinding: tell,
    onError: (error) => logger.error(error, 'a failure cannot be replayed'),
    now,
  });
  serving.processes.observe(witness);
  return witness;
}

async function mendAll(
  { releases }: ServedComposition,
  apps: readonly string[],
  { blobs }: Pick<Storage, 'blobs'>,
  logger: FastifyBaseLogger,
): Promise<string[]> {
  const damaged: string[] = [];
  for (const app of new Set(apps)) {
    const release = releases[app];
    const files = release ? await mendFiles(release, blobs) : [];
    if (files.length > 0)
      logger.error({ app, release: release?.digest, files }, 'stored files were damaged and are mended');
    damaged.push(...files.map((file) => `${app}/${file}`));
  }
  return damaged;
}

/** Reports of browsers are stored for the teams. Those of failures may accuse a release before the witness. */
export function openReports(
  { config, storage, serving, observing, telemetry, now }: OpenWitnessOptions,
  witness: Pick<Witness, 'reported'>,
): ReportsDeps {
  const { state } = storage;
  const { site } = serving;
  const live = () => site.live()?.composition;
  /** @returns a composition that is or was live. */
  const find = async (id: string): Promise<Composition | undefined> => {
    const stored = await state.composition(id);
    return stored && stored.activatedAt > 0 ? stored.composition : undefined;
  };
  const failures = createBrowserReports({
    live,
    find,
    liveSince: (app, digest) => liveSince(state, app, digest),
    onSuspicion: ({ app, release, reported }, reason) =>
      witness.reported({ app, digest: release }, reported, reason),
    onReport: (kind) => telemetry.count('browser_reports_total', { kind }),
    threshold: config.reports,
    hashKey: randomBytes(32),
    now,
  });
  const limits = createReportLimits(now);
  const take = createReportTaker({ ...observing, live, find, limits, onFailure: failures.take, now });
  return { site, take, limits, isOn: config.reports.on };
}
