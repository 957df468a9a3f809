import { createReportLimits, createReportTaker } from '../../observing/errors/take-report.ts';
import { liveSince } from '../../observing/events/events.ts';
import type { Observing } from '../../observing/open-observing.ts';
import type { Storage } from '../../platform/open-platform.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import type { ReportsDeps } from '../../serving/http/routes/reports.ts';
import type { Serving, ServingOptions } from '../../serving/open-serving.ts';
import type { Changes } from '../activation/changes.ts';
import { createHydrator } from '../admission/hydration/hydrator.ts';
import { lookAtPages } from '../admission/hydration/check-hydration.ts';
import { mendFiles } from '../releases/encodings.ts';
import { createBrowserReports } from './browser-reports.ts';
import { createWitness, type Finding, type Witness } from './witness.ts';

interface OpenWitnessOptions extends ServingOptions {
  serving: Serving;
  observing: Observing;
  changes: Pick<Changes, 'fallBack' | 'withEarlier'>;
}

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
      config.admission.hydration ? lookAtPages(served, { app, hydrate, now }) : [],
    async mendFiles(served, apps) {
      const damaged = await mendAll(served, apps, storage);
      for (const { app, release, files, lost } of damaged) {
        logger.error({ app, release, files, lost }, 'stored files were damaged');
      }
      return damaged.flatMap(({ app, files }) => files.map((file) => `${app}/${file}`));
    },
    onFinding: tell,
    onError: (error) => logger.error(error, 'a failure cannot be replayed'),
    now,
  });
  serving.processes.observe(witness);
  return witness;
}

/** @returns by release the damaged files, and those of them that cannot be repaired. */
async function mendAll(
  { releases }: ServedComposition,
  apps: readonly string[],
  { blobs }: Pick<Storage, 'blobs'>,
): Promise<{ app: string; release: string; files: string[]; lost: string[] }[]> {
  const damaged = [];
  for (const app of new Set(apps)) {
    const release = releases[app];
    const files = release ? await mendFiles(release, blobs) : [];
    if (release && files.length > 0)
      damaged.push({ app, release: release.digest, files, lost: await mendFiles(release, blobs) });
  }
  return damaged;
}

/** Reports of browsers are stored for the teams. Reports of failures may start a case of the witness. */
export function openReports(
  { config, storage, serving, observing, telemetry, now }: OpenWitnessOptions,
  witness: Pick<Witness, 'reported'>,
): ReportsDeps {
  const { state } = storage;
  const { site } = serving;
  const live = () => site.live()?.composition;
  const failures = createBrowserReports({
    live,
    liveSince: (app, digest) => liveSince(state, app, digest),
    onSuspicion: witness.reported,
    onReport: (kind) => telemetry.count('browser_reports_total', { kind }),
    threshold: config.reports,
    now,
  });
  const limits = createReportLimits(now);
  const take = createReportTaker({
    ...observing,
    live,
    async find(id) {
      const stored = await state.composition(id);
      return stored && stored.activatedAt > 0 ? stored.composition : undefined;
    },
    limits,
    onFailure: failures.take,
    now,
  });
  return { site, take, limits, isOn: config.reports.on };
}
