import { z } from 'zod';
import { VITAL_NAMES, type VitalName } from '../reports/view-report.ts';

/** What pages of a route may have at most. Admission refuses what has more, but for `vitals`: those alert. */
export interface RouteBudget {
  /** Bytes as they are sent (brotli) that the route adds to the shell's. */
  js: number;
  css: number;
  /** Of the largest document that admission tries, bytes (brotli). */
  html?: number;
  /** Of the pictures that are asked for with the document, the widest version of each: bytes. */
  images?: number;
  /** @deprecated Ignored: the time of a rendering says more about the machine than about the page. */
  render?: number;
  /** What three of four visitors have at most: `{ lcp: 2500, cls: 0.1, inp: 200 }`, in milliseconds but for `cls`. */
  vitals?: VitalBudget;
}

export type VitalBudget = Partial<Record<VitalName, number>>;

/** Characters of a name that is none. */
const MOST_SHOWN = 40;
const BYTES = 'it has to be a whole number of bytes (30_000)';
const VITAL = 'it has to be above 0 and at most 600,000, in milliseconds but for cls';

const bytes = z.int(BYTES).min(0, BYTES);
/** Ignored. Releases of earlier contract versions may have it. */
const render = z.unknown();
const vital = z.number(VITAL).positive(VITAL).max(600_000, VITAL);
const vitals = z.partialRecord(z.enum(VITAL_NAMES), vital, namesOnly(VITAL_NAMES));

/** As a release has it. */
export const budgetSchema = z.strictObject({
  js: bytes,
  css: bytes,
  html: bytes.optional(),
  images: bytes.optional(),
  render: render.optional(),
  vitals: vitals.optional(),
});

/** As a team declares it: what is left out is the platform's, and `undefined` would be in its place. */
const declaredSchema = z.strictObject(
  {
    js: bytes.exactOptional(),
    css: bytes.exactOptional(),
    html: bytes.exactOptional(),
    images: bytes.exactOptional(),
    render: render.exactOptional(),
    vitals: vitals.exactOptional(),
  },
  namesOnly(Object.keys(budgetSchema.shape)),
);

/** @returns `budget.js: it has to be …`; undefined when nothing is wrong. @param where `budget` */
export function budgetIssue(where: string, declared: unknown): string | undefined {
  const [issue] = declaredSchema.safeParse(declared).error?.issues ?? [];
  if (!issue) return undefined;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const named = [...issue.path, ...unknown].map((name) => `.${String(name).slice(0, MOST_SHOWN)}`);
  return `${where}${named.join('')}: ${issue.message}`;
}

function namesOnly(names: readonly string[]): { error(issue: { code?: string | undefined }): string } {
  return {
    error: ({ code }) =>
      code === 'unrecognized_keys' || code === 'invalid_key'
        ? `it has to be one of ${names.join(', ')}`
        : `it has to be an object of ${names.join(', ')}`,
  };
}
