import type { MeasuredRelease } from '@voltframe/kit/contract/operations/figures';
import { type Finding, finding, type Warning } from '@voltframe/kit/contract/operations/verdict';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { checkComposition, checkNoForms } from '../admission/check-composition.ts';
import type { AllowedSources } from '../../platform/settings/allowed-sources.ts';
import { checkSources } from '../admission/check-release.ts';
import type { SecretCheck } from '../releases/check-secrets.ts';
import type { HydrationCheck } from '../admission/hydration/check-hydration.ts';
import type { ClientCheck } from '../admission/check-client.ts';
import { type After, type Deadline, startDeadline, within } from '../admission/deadline.ts';
import type { MeasurementStore } from '../../platform/database/measurement-store.ts';
import { compareWithLive, type ReleaseMeter, type TransferSizes } from '../admission/measurements.ts';
import type { ReferenceCheck, References } from '../admission/check-references.ts';
import { runCandidate } from '../admission/run-candidate.ts';
import { compose } from '../../serving/compositions/compose.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import type { Site } from '../../serving/compositions/site.ts';
import { type Facts, type Step, type Tracer, tracedTask } from '../../observing/telemetry/traces/tracer.ts';

export interface CandidatesOptions {
  site: Site;
  siteConfig: SiteConfig;
  pagesPerRoute: number;
  /** False for development builds, which are large. */
  budgets: boolean;
  /** Whether development builds may go live. */
  developmentBuilds: boolean;
  /** Whether posts of forms are taken; else releases that declare forms are refused. */
  takesForms: boolean;
  /** What apps may load from other sites. */
  allowsSource: AllowedSources;
  measure(releases: Release[], signal: AbortSignal): Promise<TransferSizes>;
  /** Measures what passed, where there are budgets. */
  meter: ReleaseMeter;
  /** What was measured of releases. */
  measurements: MeasurementStore;
  checkClient: ClientCheck;
  secrets: Pick<SecretCheck, 'check'>;
  /** Absent: nothing is hydrated. */
  hydration?: HydrationCheck | undefined;
  /** Absent: links and embedded islands are not followed. */
  checkReferences?: ReferenceCheck | undefined;
  now: () => number;
  /** How long a whole admission may take, in milliseconds. */
  admissionTimeoutMs: number;
  after: After;
  tracer?: Pick<Tracer, 'task'> | undefined;
}

/** One release of every app, by app. */
export type Releases = Record<string, Release>;

/** The live composition that a change starts from; `id` is null before the first one. */
export interface Base {
  id: string | null;
  releases: Releases;
}

export interface Admitted {
  findings: Finding[];
  warnings: Warning[];
  candidate?: ServedComposition;
  /** Of the candidate's new releases; absent where there are no budgets. */
  measured?: MeasuredRelease[];
}

/** Compositions that may go live. Nothing here changes the site. */
export interface Candidates {
  base(): Base;
  /** @returns what the site's configuration of now makes of them. */
  compose(releases: Releases): Composition;
  prepare(releases: Releases): Promise<ServedComposition>;
  /**
   * The checks that run nothing: whether these releases fit each other by what they state.
   * @param changed the apps whose release is new: only they are accused of what lies between two apps.
   */
  check(releases: Releases, changed: ReadonlySet<string>): Finding[];
  /** Starts the time of an admission that tries more than one candidate; end it. */
  deadline(): Deadline;
  /**
   * All checks. @returns what is wrong, or a candidate that is ready to go live, with what its owners have to mend all the
   * same: activate or discard it.
   * @param deadline of the admission; without one it has its own.
   */
  admit(releases: Releases, changed: ReadonlySet<string>, deadline?: Deadline): Promise<Admitted>;
  discard(candidate: ServedComposition): void;
}

const NOTHING_MEASURED: TransferSizes = new Map();

/** The checks that run nothing; budgets are among them once the sizes are known. */
function checkStated(
  { allowsSource, developmentBuilds, takesForms }: CandidatesOptions,
  releases: Releases,
  changed: ReadonlySet<string>,
  { measured, live }: { measured?: TransferSizes | undefined; live?: Releases } = {},
): Finding[] {
  return [
    ...checkComposition(Object.values(releases), changed, measured ?? NOTHING_MEASURED, live),
    ...checkSources(Object.values(releases), changed, allowsSource),
    ...(takesForms ? [] : checkNoForms(Object.values(releases), changed)),
  ].filter(
    ({ code }) =>
      (measured !== undefined || code !== admissionErrors.BUDGET.code) &&
      !(developmentBuilds && code === admissionErrors.DEVELOPMENT.code),
  );
}

export function createCandidates(options: CandidatesOptions): Candidates {
  const { site, siteConfig, now, admissionTimeoutMs, after } = options;
  const composed = (releases: Releases) => compose(Object.values(releases), siteConfig, now(), sha256);
  const prepare = (releases: Releases) => site.prepare(composed(releases), releases);
  const discard = (candidate: ServedComposition) => site.discard(candidate);
  const base = () => ({ id: site.live()?.composition.id ?? null, releases: site.live()?.releases ?? {} });
  const judge = async (
    releases: Releases,
    changed: ReadonlySet<string>,
    signal: AbortSignal,
    step: Step,
  ): Promise<Admitted> => {
    const own = Object.values(releases).filter(({ app }) => changed.has(app));
    const measured = options.budgets ? await step('sizes', () => options.measure(own, signal)) : undefined;
    const findings = checkStated(options, releases, changed, { measured, live: base().releases });
    if (findings.length > 0) return { findings, warnings: [] };
    const candidate = await prepare(releases);
    const found = await tryAndMeasure({ ...options, step }, candidate, changed, measured, signal).catch(
      (error: unknown) => {
        discard(candidate);
        throw error;
      },
    );
    // Past the deadline nobody waits for it any more.
    if (found.findings.length === 0 && !signal.aborted) return { ...found, candidate };
    discard(candidate);
    return found;
  };
  const deadline = () => startDeadline(admissionTimeoutMs, after);
  return {
    base,
    compose: composed,
    prepare,
    discard,
    deadline,
    check: (releases, changed) => checkStated(options, releases, changed),
    async admit(releases, changed, given) {
      const own = given ?? deadline();
      const late = admissionErrors.DEADLINE({ limit: own.limitMs });
      try {
        const findings = [...changed].map((app) => finding(app, late));
        return await tracedTask(
          options.tracer,
          'admission',
          factsOf(releases, changed),
          async (step, part) => {
            const judged = judge(releases, changed, own.signal, step);
            const admitted = await within(own, judged, { findings, warnings: [] });
            part.describe({ outcome: admitted.candidate ? 'passed' : 'refused' });
            return admitted;
          },
        );
      } finally {
        if (!given) own.end();
      }
    },
  };
}

function factsOf(releases: Releases, changed: ReadonlySet<string>): Facts {
  const [first = '', ...others] = changed;
  return others.length > 0
    ? { app: [...changed].join(' ') }
    : { app: first, release: releases[first]?.digest };
}

/** A candidate's checks, each a step. */
interface Trying extends CandidatesOptions {
  step: Step;
}

/** @param transfer see {@link TransferSizes}; undefined: there are no budgets. */
async function tryAndMeasure(
  options: Trying,
  candidate: ServedComposition,
  changed: ReadonlySet<string>,
  transfer: TransferSizes | undefined,
  signal: AbortSignal,
): Promise<Admitted> {
  const found = await tryOut(options, candidate, changed, signal);
  if (!transfer || found.findings.length > 0 || signal.aborted) return found;
  const live = options.site.live();
  const { findings, measured } = await options.step('figures', () =>
    options.meter(candidate, changed, transfer, signal),
  );
  return {
    ...found,
    findings,
    measured: await compareWithLive(options.measurements, candidate.releases, live?.releases ?? {}, measured),
  };
}

/** The checks that run it: the server's half and the browser's scripts, then both halves together. */
async function tryOut(
  { site, pagesPerRoute, checkClient, secrets, hydration, checkReferences, step }: Trying,
  candidate: ServedComposition,
  changed: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<References> {
  const hydrating = hydration?.begin(candidate, changed, { signal, live: site.live() });
  // What it reads may be tens of thousands of files: the other checks go on meanwhile.
  const looking = step('secrets', () =>
    Promise.all([...changed].map((app) => secrets.check(candidate.releases[app]!, signal))),
  );
  looking.catch(() => {}); // it is waited for below, unless something else has failed before
  try {
    const found = await Promise.all([
      step('pages', () => runCandidate(candidate, changed, { pagesPerRoute, signal })),
      step('browser code', () => checkClient(candidate.releases, changed, signal)),
    ]);
    // A page that does not render, or whose scripts do not parse, fails in the browser for that reason.
    if (found.flat().length > 0 || signal.aborted)
      return { findings: [...found, ...(await looking)].flat(), warnings: [] };
    const [references, hydrated, exposed] = await Promise.all([
      checkReferences && step('references', () => checkReferences(candidate, changed, site.live(), signal)),
      hydrating && step('hydration', () => hydrating.findings()),
      looking,
    ]);
    const { findings = [], warnings = [] } = references ?? {};
    return { findings: [...exposed.flat(), ...findings, ...(hydrated ?? [])], warnings };
  } finally {
    hydrating?.end();
  }
}
