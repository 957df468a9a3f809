import { z } from 'zod';

const BYTES = 'it has to be a whole number of bytes (30_000)';

const bytes = z.int(BYTES).min(0, BYTES);

/** The budgets of a route's pages, in the form of a release. Admission warns about pages over them. */
export const budgetSchema = z.strictObject({
  /** Bytes as they are sent (brotli) that the route adds to the shell's. */
  js: bytes,
  css: bytes,
  /** Of the largest document that admission tries, bytes (brotli). */
  html: bytes.exactOptional(),
  /** Of the pictures that are asked for with the document, the widest version of each: bytes. */
  images: bytes.exactOptional(),
});

export type RouteBudget = z.infer<typeof budgetSchema>;

/** The declaration of a team: missing values are the platform's defaults. */
export const declaredBudget = budgetSchema.extend({ js: bytes.exactOptional(), css: bytes.exactOptional() });
