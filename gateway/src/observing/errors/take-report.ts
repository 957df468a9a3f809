import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { ReportedError, ViewReport } from '@voltframe/kit/contract/reports/view-report';
import { LRUCache } from 'lru-cache';
import type { ErrorGroups } from './error-groups.ts';
import type { ReportLimits } from './report-limits.ts';

/** A report of a browser with its context. */
export interface ReportFrom {
  address: string;
  /** See `browserFamily`. */
  browser: string;
}

export interface ReportTakerPorts {
  live(): Composition | undefined;
  /** A composition that was live; undefined for any other. */
  find(id: string): Promise<Composition | undefined>;
  errors: Pick<ErrorGroups, 'note'>;
  vitals: {
    takeVitals(of: Required<Pick<ViewReport, 'device' | 'vitals'>> & { composition: Composition }): void;
  };
  limits: Pick<ReportLimits, 'accept' | 'share' | 'measured'>;
  /** Called with reports that may lead to a rollback (witness/browser-reports.ts). */
  onFailure(
    failure: { composition: Composition; app: string; kind: 'hydration' | 'chunk' },
    address: string,
  ): Promise<unknown>;
  now: () => number;
}

/** @returns the defect of the report, or that there are too many; undefined when it was accepted. */
export type TakeReport = (report: ViewReport, from: ReportFrom) => Promise<ReportRefusal | undefined>;
export type ReportRefusal = { reason: string } | 'too many';

/** A report may contain an invented id, so each id is looked up once a minute. */
const REMEMBERED = 500;
const REMEMBERED_MS = 60_000;

/** Accepts reports of browsers, checked against the composition; other data is not stored. */
export function createReportTaker(ports: ReportTakerPorts): TakeReport {
  const { errors, limits, onFailure } = ports;
  const compositionOf = createCompositionLookup(ports);
  return async ({ composition: id, device, errors: reported = [], vitals }, from) => {
    const composition = await compositionOf(id);
    if (!composition) return { reason: 'its composition is not known' };
    const defect = defectOf(composition, reported, vitals);
    if (defect !== undefined) return { reason: defect };
    if (!limits.accept()) return 'too many';
    if (vitals && limits.measured(from.address)) ports.vitals.takeVitals({ composition, device, vitals });
    for (const error of reported) {
      const times = limits.share(from.address, error.times);
      if (times > 0) errors.note({ ...error, ...ownerOf(composition, error), ...from, times });
    }
    for (const failure of failuresAmong(composition, reported)) await onFailure(failure, from.address);
    return undefined;
  };
}

function createCompositionLookup({ live, find, now }: ReportTakerPorts) {
  const known = new LRUCache<string, { at: number; composition: Composition | undefined }>({
    max: REMEMBERED,
  });
  return async (id: string): Promise<Composition | undefined> => {
    const current = live();
    if (current?.id === id) return current;
    const before = known.get(id);
    if (before && now() - before.at < REMEMBERED_MS) return before.composition;
    const composition = await find(id);
    known.set(id, { at: now(), composition });
    return composition;
  };
}

function defectOf(
  { apps, routes }: Composition,
  errors: ReportedError[],
  vitals: ViewReport['vitals'],
): string | undefined {
  const named = [
    ...errors.flatMap(({ route }) => route ?? []),
    ...(vitals ? [vitals.route, ...(vitals.navigations ?? []).map(({ route }) => route)] : []),
  ];
  const ids = new Set(routes.map(({ id }) => id));
  if (errors.some(({ app }) => !Object.hasOwn(apps, app))) return 'its composition has no such app';
  return named.some((route) => !ids.has(route)) ? 'its composition has no such route' : undefined;
}

/** The app of an error without a stack: for an error during hydration, the app of the page. */
function ownerOf(
  { id: composition, apps, routes }: Composition,
  { kind, app: named, route }: ReportedError,
): { app: string; release: string; composition: string } {
  const ofPage = kind === 'hydration' || kind === 'render';
  const app = (ofPage && routes.find(({ id }) => id === route)?.app) || named;
  return { app, release: apps[app]!, composition };
}

/** Each kind counts once for an app, so that one page view does not count as many. */
function failuresAmong(composition: Composition, errors: ReportedError[]) {
  const failures = errors.flatMap(({ kind, app }) => {
    if (kind === 'chunk') return { composition, app, kind };
    return kind === 'hydration' || kind === 'render' ? { composition, app, kind: 'hydration' as const } : [];
  });
  return new Map(failures.map((failure) => [`${failure.kind} ${failure.app}`, failure])).values();
}
