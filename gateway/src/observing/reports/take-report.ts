import { APP_NAME } from '@voltframe/kit/contract/names';
import { COMPOSITION_ID, type Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import {
  BROWSER_ERROR_KINDS,
  REPORT_LIMITS,
  type ReportedError,
  type ViewReport,
  type Vitals,
} from '@voltframe/kit/contract/reports/view-report';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@voltframe/kit/contract/units';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { createAttemptLimit, createNetworkLimit } from '../../platform/runtime/attempt-limit.ts';
import type { ReleasedComposition, SeenError } from '../errors/attribution.ts';
import type { ErrorNotes } from '../errors/note-errors.ts';

export type ParsedReport = { ok: true; report: ViewReport } | { ok: false; reason: string };

const LONGEST_NAME = 200;
/** Longer than any visit of a page, in ms: a larger value comes from a clock that was set. */
const LONGEST_MS = DAY_MS;

const routeId = z.string().min(1).max(LONGEST_NAME);
const duration = z.number().min(0).max(LONGEST_MS);
const reportSchema = z
  .strictObject({
    version: z.literal(1),
    composition: z.string().regex(COMPOSITION_ID, 'is not the id of a composition'),
    errors: z
      .array(
        z.strictObject({
          kind: z.enum(BROWSER_ERROR_KINDS),
          route: routeId.optional(),
          app: z.string().regex(APP_NAME, 'is not the name of an app'),
          message: z.string().max(REPORT_LIMITS.message),
          stack: z.string().max(REPORT_LIMITS.stack).optional(),
          components: z.string().max(REPORT_LIMITS.components).optional(),
          times: z.int().min(1).max(REPORT_LIMITS.times),
        }),
      )
      .min(1)
      .max(REPORT_LIMITS.errors)
      .optional(),
    vitals: z
      .strictObject({
        route: routeId,
        lcp: duration.optional(),
        cls: z.number().min(0).max(1_000).optional(),
        inp: duration.optional(),
        ttfb: duration.optional(),
        hydration: duration.optional(),
        navigations: z
          .array(z.strictObject({ route: routeId, ms: duration }))
          .max(REPORT_LIMITS.navigations)
          .optional(),
      })
      .optional(),
  })
  .refine(({ errors, vitals }) => errors ?? vitals, 'it says nothing');

/** A text that every report of the shell contains; bodies without it are not parsed. */
const WRITTEN = /^\{.{0,200}"version":1[,}]/;

/** @param body untrusted. */
export function parseReport(body: unknown): ParsedReport {
  if (typeof body !== 'string' || !WRITTEN.test(body))
    return { ok: false, reason: 'it is not JSON of version 1' };
  const parsed = reportSchema.safeParse(parseJson(body));
  if (parsed.success) return { ok: true, report: parsed.data };
  const issues = parsed.error.issues.slice(0, 3);
  const reasons = issues.map(({ path, message }) =>
    `${path.join('.')} ${message}`.trim().slice(0, LONGEST_NAME),
  );
  return { ok: false, reason: reasons.join('; ') };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The browsers with different formats of stacks. */
const FAMILIES: [family: string, pattern: RegExp][] = [
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chromium', /\b(?:Chrome|Chromium|CriOS|Edg[A-Z]*)\//],
  ['safari', /\bVersion\/\S+ .*Safari\//],
];
const LONGEST = 500;

/** @returns `chromium`, `firefox`, `safari` or `other`: more detail would identify visitors. */
export function browserFamily(userAgent: string | undefined = ''): string {
  const text = userAgent.slice(0, LONGEST);
  return FAMILIES.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
}

const PER_NETWORK = 30;
const OF_ALL = 6_000;
/** Errors of a network that count within a minute. */
const ERRORS_PER_NETWORK = 200;
/** Measured views of a network within an hour. */
const VIEWS_PER_NETWORK = 60;
const ALL = 'all';

/** The limits of browser reports, so that no sender displaces the others. */
export interface ReportLimits {
  /** Counts a report, valid or not. @returns false when its network sent too many within a minute. */
  admit(address: string): boolean;
  /** Counts a valid report. @returns false when all networks together sent too many. */
  accept(): boolean;
  /**
   * Counts a view that was measured.
   * @returns false when its network sent too many within an hour, so that one network does not decide the measurements.
   */
  measured(address: string): boolean;
  /** @param errors of the report. @returns the number of errors that count, limited for each network. */
  share(address: string, errors: number): number;
}

/** @param now ms since the epoch. */
export function createReportLimits(now: () => number): ReportLimits {
  const perNetwork = createNetworkLimit({ most: PER_NETWORK, windowMs: MINUTE_MS, now });
  const ofAll = createAttemptLimit({ most: OF_ALL, windowMs: MINUTE_MS, now });
  const views = createNetworkLimit({ most: VIEWS_PER_NETWORK, windowMs: HOUR_MS, now });
  const counted = createNetworkLimit({ most: ERRORS_PER_NETWORK, windowMs: MINUTE_MS, now });
  return {
    admit: perNetwork.take,
    accept: () => ofAll.take(ALL),
    measured: views.take,
    share(address, errors) {
      let times = 0;
      while (times < errors && counted.take(address)) times++;
      return times;
    },
  };
}

/** A report of a browser with its context. */
export interface ReportFrom {
  address: string;
  /** See `browserFamily`. */
  browser: string;
}

export interface ReportTakerPorts {
  live(): ReleasedComposition | undefined;
  /** A composition whose pages may still be open; undefined for any other. */
  find(id: string): Promise<ReleasedComposition | undefined>;
  errors: Pick<ErrorNotes, 'note'>;
  vitals: { takeVitals(view: { composition: Composition; vitals: Vitals }): void };
  limits: Pick<ReportLimits, 'accept' | 'share' | 'measured'>;
  /** Called with the kind of each error of a live release that counts. */
  onReport(kind: ReportedError['kind']): void;
  now: () => number;
}

/** @returns the defect of the report, or that there are too many; undefined when it was accepted. */
export type TakeReport = (report: ViewReport, from: ReportFrom) => Promise<ReportRefusal | undefined>;
export type ReportRefusal = { reason: string } | 'too many';

/** A report may contain an invented id, so each id is looked up once a minute. */
const REMEMBERED = 500;
const REMEMBERED_MS = MINUTE_MS;

/** Accepts reports of browsers, checked against the composition; other data is not stored. */
export function createReportTaker(ports: ReportTakerPorts): TakeReport {
  const { errors, limits, onReport } = ports;
  const compositionOf = createCompositionLookup(ports);
  return async ({ composition: id, errors: reported = [], vitals }, from) => {
    const found = await compositionOf(id);
    if (!found) return { reason: 'its composition is not known' };
    const { composition } = found;
    const releases = Object.values(found.releases);
    const defect = defectOf(composition, reported, vitals);
    if (defect !== undefined) return { reason: defect };
    if (!limits.accept()) return 'too many';
    if (vitals && limits.measured(from.address)) ports.vitals.takeVitals({ composition, vitals });
    for (const error of reported) {
      const times = limits.share(from.address, error.times);
      if (times === 0) continue;
      const seen = seenError({ ...error, times }, composition, releases, from);
      errors.note(seen, from.address);
      if (ports.live()?.composition.apps[seen.app] === seen.release) onReport(error.kind);
    }
    return undefined;
  };
}

function createCompositionLookup({ live, find, now }: ReportTakerPorts) {
  const known = new LRUCache<string, { at: number; found: ReleasedComposition | undefined }>({
    max: REMEMBERED,
  });
  return async (id: string): Promise<ReleasedComposition | undefined> => {
    const current = live();
    if (current?.composition.id === id) return current;
    const before = known.get(id);
    if (before && now() - before.at < REMEMBERED_MS) return before.found;
    const found = await find(id);
    known.set(id, { at: now(), found });
    return found;
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
function seenError(
  { kind, app: named, route, message, stack, components, times }: ReportedError,
  { id: composition, apps, routes }: Composition,
  releases: Release[],
  { browser }: ReportFrom,
): SeenError {
  const ofPage = kind === 'hydration' || kind === 'render';
  const app = (ofPage && routes.find(({ id }) => id === route)?.app) || named;
  const of = { app, release: apps[app]!, source: 'browser', releases, browser, composition } as const;
  return { ...of, kind, message, stack, components, route, times };
}
