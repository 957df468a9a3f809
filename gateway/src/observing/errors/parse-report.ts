import { COMPOSITION_ID } from '@voltframe/kit/contract/release/composition';
import { APP_NAME } from '@voltframe/kit/contract/names';
import {
  BROWSER_ERROR_KINDS,
  DEVICE_CLASSES,
  REPORT_LIMITS,
  type ViewReport,
} from '@voltframe/kit/contract/reports/view-report';
import { z } from 'zod';

export type ParsedReport = { ok: true; report: ViewReport } | { ok: false; reason: string };

const LONGEST_NAME = 200;
/** Longer than any visit of a page, in ms: a larger value comes from a clock that was set. */
const LONGEST_MS = 24 * 3_600_000;

const app = z.string().regex(APP_NAME, 'is not the name of an app');
const route = z.string().min(1).max(LONGEST_NAME);
const ms = z.number().min(0).max(LONGEST_MS);
const error = z.strictObject({
  kind: z.enum(BROWSER_ERROR_KINDS),
  route: route.optional(),
  app,
  message: z.string().max(REPORT_LIMITS.message),
  stack: z.string().max(REPORT_LIMITS.stack).optional(),
  components: z.string().max(REPORT_LIMITS.components).optional(),
  times: z.int().min(1).max(REPORT_LIMITS.times),
});
const vitals = z.strictObject({
  route,
  lcp: ms.optional(),
  cls: z.number().min(0).max(1_000).optional(),
  inp: ms.optional(),
  ttfb: ms.optional(),
  hydration: ms.optional(),
  navigations: z.array(z.strictObject({ route, ms })).max(REPORT_LIMITS.navigations).optional(),
});
const report = z
  .strictObject({
    version: z.literal(2),
    composition: z.string().regex(COMPOSITION_ID, 'is not the id of a composition'),
    device: z.enum(DEVICE_CLASSES),
    errors: z.array(error).min(1).max(REPORT_LIMITS.errors).optional(),
    vitals: vitals.optional(),
  })
  .refine(({ errors, vitals: measured }) => errors ?? measured, 'it says nothing');

/** A text that every report of the shell contains; bodies without it are not parsed. */
const WRITTEN = /^\{.{0,200}"version":2[,}]/;

/** @param body untrusted. */
export function parseReport(body: unknown): ParsedReport {
  if (typeof body !== 'string' || !WRITTEN.test(body))
    return { ok: false, reason: 'it is not JSON of version 2' };
  const parsed = report.safeParse(parseJson(body));
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
