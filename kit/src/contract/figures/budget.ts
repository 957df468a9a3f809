import { z } from 'zod';
import { VITAL_NAMES, type VitalName } from './vital-names.ts';

/** What pages of a route may have at most. Admission refuses what has more, but for `vitals`: those alert. */
export interface RouteBudget {
  /** Bytes as they are sent (brotli) that the route adds to the shell's. */
  js: number;
  css: number;
  /** Of the largest document that admission tries, bytes (brotli). */
  html?: number;
  /** Of the pictures that are asked for with the document, the widest version of each: bytes. */
  images?: number;
  /** Rendering a page, as a multiple of rendering the shell's frame beside it: `8`. */
  render?: number;
  /** What three of four visitors have at most: `{ lcp: 2500, cls: 0.1, inp: 200 }`, in milliseconds but for `cls`. */
  vitals?: VitalBudget;
}

export type VitalBudget = Partial<Record<VitalName, number>>;

const bytes = z.int().min(0);
const vitals = z.partialRecord(z.enum(VITAL_NAMES), z.number().positive().max(600_000));

export const budgetSchema = z.strictObject({
  js: bytes,
  css: bytes,
  html: bytes.optional(),
  images: bytes.optional(),
  render: z.number().positive().max(10_000).optional(),
  vitals: vitals.optional(),
});
