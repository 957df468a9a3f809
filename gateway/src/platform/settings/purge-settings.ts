import { z } from 'zod';
import { WEBHOOK_SECRET } from '../outbox/webhook.ts';
import { headerList } from './header-list.ts';

/** Of a shared cache in front that is told what changed. */
export interface PurgeSettings {
  /** Where it is told. */
  url: string;
  /** Sent along; secrets among them. */
  headers: Record<string, string>;
  /** What calls are signed with; undefined = they are not. */
  secret: string | undefined;
  /** How long it keeps a page unasked, in milliseconds. */
  maxAgeMs: number;
}

/** The variables, each with its rule; every one may be absent. */
export const purgeVariables = {
  CDN_PURGE: z.url({ protocol: /^https?$/, error: 'must be an http address' }).optional(),
  CDN_PURGE_HEADERS: headerList,
  CDN_PURGE_SECRET: WEBHOOK_SECRET.optional(),
};

interface PurgeValues {
  CDN_PURGE?: string | undefined;
  CDN_PURGE_HEADERS: Record<string, string>;
  CDN_PURGE_SECRET?: string | undefined;
  CDN_MAX_AGE: number;
}

/** @returns undefined: no cache is told, so none keeps a page unasked. */
export function purgeSettings(values: PurgeValues): PurgeSettings | undefined {
  const { CDN_PURGE: url, CDN_PURGE_HEADERS: headers, CDN_PURGE_SECRET: secret, CDN_MAX_AGE } = values;
  return url === undefined ? undefined : { url, headers, secret, maxAgeMs: CDN_MAX_AGE };
}
