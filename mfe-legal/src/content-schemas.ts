import type { ContentEntry } from '@voltframe/kit/contract/page/page-server';
import { z } from 'zod';

/** Front matter of `content/documents/*.md`. */
export const documents = z.strictObject({
  title: z.string().min(3).max(60),
  description: z.string().min(40).max(170),
  /** Day of the last change. */
  updated: z.iso.date(),
  /** The document in a few sentences. */
  summary: z.array(z.string().min(10)).min(3).max(8),
});

export type LegalDocument = z.infer<typeof documents> & ContentEntry;
