import type { ReleaseIdentity } from '../release/identity.ts';
import type { ErrorGroup } from './error-groups.ts';
import type { VitalName } from '../reports/view-report.ts';

/**
 * Rules of alerts. `new-error`: an error in a young release that no earlier release had. Gateways before 1.4 also had
 * `error-rate` and `vitals`; their alerts are shown as long as they are stored.
 */
export const ALERT_RULES = ['new-error', 'error-rate', 'vitals'] as const;
export type AlertRule = (typeof ALERT_RULES)[number];

export interface Alert {
  id: string;
  app: string;
  rule: AlertRule;
  /** ms since the epoch. */
  at: number;
  /** One line, for people. */
  summary: string;
  /** Digest of the release that it is about, and where that came from. */
  release: string;
  identity?: ReleaseIdentity;
  /** Digest of the release that it is compared with. */
  before?: string;
  /** Of `new-error`. The nearest frames alone. */
  error?: Omit<ErrorGroup, 'app' | 'release' | 'isNew'>;
  /** Of `error-rate`: errors of both releases, and of how many hours or views each. */
  rate?: { per: 'hour' | 'view'; errors: number; of: number; errorsBefore: number; ofBefore: number };
  /** Of `vitals`: on that route three of four visitors had `p75` or less, of `count`; its budget is `limit`. */
  vital?: { name: VitalName; route: string; p75: number; count: number; limit: number };
  /** The app has no more alerts that day (UTC), whatever happens. */
  last?: true;
}

/**
 * Body of the webhook of an app's alerts, signed as Standard Webhooks say. Times within it are ms since the epoch.
 * It names no visitor: no address, nothing that was typed.
 */
export interface AlertMessage {
  type: `alert.${AlertRule}`;
  /** The same over all attempts: `webhook-id`. */
  id: string;
  alert: Alert;
  site: { name: string; url: string };
  /** The command that shows more. */
  next: string;
}
