import type { ObjectSchema, ValueSchema } from '../../contract/page/value-schema.ts';
import type { SiteContract } from '../../contract/release/site-contract.ts';

/** What the app itself has, which its sources may name as well. */
export interface OwnNames {
  /** Patterns. */
  pages: string[];
  islands: string[];
  islandProps: Record<string, ObjectSchema>;
  guards: string[];
