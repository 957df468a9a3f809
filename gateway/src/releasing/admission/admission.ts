import { type Finding, finding, type Warning } from '@voltframe/kit/contract/operations/verdict';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { PlatformError } from '@voltframe/kit/errors/define-errors';
import { sharedLibraries } from '@voltframe/kit/contract/operations/shared-libraries';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { Facts, Step } from '../../observing/telemetry/tracer.ts';
import type { Fleet } from '../../platform/database/fleet.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import type { Site } from '../../serving/compositions/site.ts';
import type { SecretCheck } from '../releases/check-secrets.ts';
import type { Candidate, Checked, Releases } from './candidate.ts';
import type { ClientCheck } from './check-client.ts';
import type { PageCheck } from './check-pages.ts';
import type { ReferenceCheck } from './check-references.ts';
import { checkComposition } from './check-composition.ts';
import { type AllowedByOperator, checkAllowed, checkServed } from './check-release.ts';
import type { HydrationCheck } from './hydration/check-hydration.ts';
import type { Meter } from './measurements.ts';

/** The checks of admission. */
export interface AdmissionOptions extends AllowedByOperator {
  /** Forms a candidate. */
  prepare: (releases: Releases) => Promise<ServedComposition>;
  site: Pick<Site, 'live' | 'discard'>;
  /** Renders pages, islands and resources. */
  checkPages: PageCheck;
  checkClient: ClientCheck;
  secrets: Pick<SecretCheck, 'check'>;
  /** Absent: it is turned off. */
  hydration?: HydrationCheck | undefined;
  checkReferences: ReferenceCheck;
  /** Absent for development builds, which are too large for budgets. */
  measure?: Meter | undefined;
  /**
   * @returns the reason to refuse an admission with this number of render processes; undefined: the memory is
   * sufficient.
   */
  memoryFor(processes: number): PlatformError | undefined;
  /** How long a whole admission may take, in milliseconds. */
  admissionTimeoutMs: number;
  fleet: Pick<Fleet, 'look' | 'others'>;
  telemetry: Pick<Telemetry, 'task'>;
}

/** Most failed parts that a refusal at the deadline tells: an endless loop fails every page of its app. */
const MOST_TOLD = 3;

export interface Admitted extends Checked {
  /** Present when the releases passed: activate or discard it. */
  candidate?: ServedComposition;
}

/** The checks that releases pass before they may go live. Admission does not change the site. */
export interface Admission {
  check: (releases: Releases, changed: ReadonlySet<string>, live?: Releases) => Finding[];
  /**
   * @param interrupt aborted to end the admission without a result.
   * @returns a signal that is aborted at the time limit of an admission, for all its candidates.
   */
  deadline: (interrupt: AbortSignal) => AbortSignal;
  /**
   * All checks.
   * @param changed see `check`.
   * @param signal of the deadline.
   * @param notePassed called with each part that passed its check.
   * @throws the reason of the signal when it was interrupted before the releases passed.
   */
  admit(
    releases: Releases,
    changed: ReadonlySet<string>,
    signal: AbortSignal,
    notePassed?: (part: string) => void,
  ): Promise<Admitted>;
}

export function createAdmission(options: AdmissionOptions): Admission {
  const { prepare, site, checkPages, checkClient, secrets, hydration, checkReferences, measure } = options;
  const { admissionTimeoutMs, fleet, telemetry } = options;

  /**
   * The checks without running code: whether these releases fit each other by their manifests.
   * @param changed the apps with a new release: only these are blamed for a defect between two apps.
   */
  const checkStated = (releases: Releases, changed: ReadonlySet<string>, live?: Releases): Finding[] => [
    ...checkComposition(Object.values(releases), changed, live),
    ...newReleases(releases, changed).flatMap((release) => [
      ...checkAllowed(release, options),
      ...checkServed(release, fleet.others()),
    ]),
  ];

  /** Runs the candidate: first the server's part and the browser's scripts separately, then hydration. */
  const run = async (candidate: Candidate, step: Step): Promise<Checked> => {
    const { served, changed, signal } = candidate;
    const tolerated: Warning[] = [];
    const warn = (warning: Warning): void => void tolerated.push(warning);
    const hydrating = hydration?.({ ...candidate, warn });
    // It may read tens of thousands of files, so the other checks run at the same time.
    const findingSecrets = step('secrets', () =>
      Promise.all([...changed].map((app) => secrets.check(served.releases[app]!, signal))),
    );
    findingSecrets.catch(() => {}); // awaited below, unless another check throws first
    try {
      const halves = await Promise.all([
        step('pages', () => checkPages({ ...candidate, warn })),
        step('browser code', () => checkClient({ ...candidate, warn })),
      ]);
      // A page that does not render, or whose scripts do not parse, would fail in the browser for the same reason.
      if (halves.flat().length > 0 || signal.aborted)
        return { findings: [...halves, ...(await findingSecrets)].flat(), warnings: [] };
      const [references, hydrated, exposed] = await Promise.all([
        step('references', () => checkReferences(candidate)),
        hydrating && step('hydration', () => hydrating.findings()),
        findingSecrets,
      ]);
      const { findings, warnings } = references;
      return {
        findings: [...exposed.flat(), ...findings, ...(hydrated ?? [])],
        warnings: [...tolerated, ...warnings],
      };
    } finally {
      hydrating?.end();
    }
  };

  const checkAll = async (
    releases: Releases,
    changed: ReadonlySet<string>,
    about: Pick<Candidate, 'signal' | 'noteFailed' | 'notePassed'>,
    named: Step,
  ): Promise<Admitted> => {
    const { signal, notePassed } = about;
    const step: Step = (name, work) => {
      const result = named(name, work);
      Promise.resolve(result).then(
        () => notePassed?.(name),
        () => {},
      );
      return result;
    };
    await fleet.look();
    const findings = checkStated(releases, changed, site.live()?.releases ?? {});
    const fresh = newReleases(releases, changed);
    const sizes = measure && (await step('sizes', () => measure.transfer(fresh, signal)));
    const large: Warning[] = [];
    if (sizes)
      for (const release of fresh) {
        const sized = await measure.budgets(release, sizes);
        findings.push(...sized.findings);
        large.push(...sized.warnings);
      }
    if (findings.length > 0) return { findings, warnings: [] };
    // With another shell every app runs in a new process.
    const tooLittle = options.memoryFor(changed.has(SHELL) ? Object.keys(releases).length : changed.size);
    if (tooLittle) return { findings: [...changed].map((app) => finding(app, tooLittle)), warnings: [] };
    const candidate = await prepare(releases);
    try {
      const running = {
        served: candidate,
        changed,
        live: site.live(),
        ...about,
      };
      let checked = await run(running, step);
      // After the deadline the candidate is not used.
      const hasPassed = () => checked.findings.length === 0 && !signal.aborted;
      if (measure && sizes && hasPassed()) {
        const { warnings, measured } = await step('measurements', () => measure.release(running, sizes));
        checked = { ...checked, measured, warnings: [...checked.warnings, ...large, ...warnings] };
      }
      const libraries = sharedLibraries(Object.values(releases)).filter(({ copies }) =>
        copies.some(({ apps }) => apps.some((app) => changed.has(app))),
      );
      if (hasPassed()) return { ...checked, candidate, ...(libraries.length > 0 && { libraries }) };
      site.discard(candidate);
      return checked;
    } catch (error) {
      site.discard(candidate);
      throw error;
    }
  };

  return {
    check: checkStated,
    deadline: (interrupt: AbortSignal) =>
      AbortSignal.any([AbortSignal.timeout(admissionTimeoutMs), interrupt]),
    async admit(
      releases: Releases,
      changed: ReadonlySet<string>,
      signal: AbortSignal,
      notePassed?: (part: string) => void,
    ): Promise<Admitted> {
      const late = admissionErrors.DEADLINE({ limit: admissionTimeoutMs });
      const failed: Finding[] = [];
      const noteFailed = (found: Finding): void => void failed.push(found);
      const untilNow = (): Admitted => ({
        findings: [...failed.slice(0, MOST_TOLD), ...[...changed].map((app) => finding(app, late))],
        warnings: [],
      });
      const isInterrupted = () => signal.aborted && (signal.reason as Error).name !== 'TimeoutError';
      const result = await telemetry.task('admission', factsOf(releases, changed), async (step, span) => {
        const about = { signal, noteFailed, ...(notePassed && { notePassed }) };
        const checking = checkAll(releases, changed, about, step);
        const admitted = await within(signal, checking, untilNow);
        const refused = isInterrupted() ? 'interrupted' : 'refused';
        span.describe({ outcome: admitted.candidate ? 'passed' : refused });
        return admitted;
      });
      if (!result.candidate && isInterrupted()) throw signal.reason;
      return result;
    },
  };
}

function newReleases(releases: Releases, changed: ReadonlySet<string>): Release[] {
  return Object.values(releases).filter(({ app }) => changed.has(app));
}

function factsOf(releases: Releases, changed: ReadonlySet<string>): Facts {
  const [first = '', ...others] = changed;
  return others.length > 0
    ? { app: [...changed].join(' ') }
    : { app: first, release: releases[first]?.digest };
}

/** @returns the result of the work, or that of `late` once the signal is aborted, without waiting for the work. */
async function within<Result>(
  signal: AbortSignal,
  work: Promise<Result>,
  late: () => Result,
): Promise<Result> {
  const passed = Promise.withResolvers<Result>();
  const pass = (): void => passed.resolve(late());
  if (signal.aborted) pass();
  signal.addEventListener('abort', pass);
  try {
    return await Promise.race([passed.promise, work]);
  } finally {
    signal.removeEventListener('abort', pass);
  }
}
