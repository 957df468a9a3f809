import type { ReleaseIdentity } from '../release/identity.ts';
import type { VitalName } from '../reports/view-report.ts';
import type { ErrorGroup } from './error-groups.ts';
import type { HistoryAction } from './history.ts';
import type { Replay } from './replay.ts';

interface EventKind {
  /** One line for people, with the placeholders `{app}` and `{release}`. */
  summary: string;
  /** Each entry of the history with one of these actions is such an event. Absent: the gateway adds the event itself. */
  actions?: readonly HistoryAction[];
  /** Whether receivers without a list `events` get it. */
  isDefault?: true;
  /** An alert: open as long as its release is live. Visitors can cause it, so an app has few an hour. */
  isAlert?: true;
}

/** Every type of event. To add one, add a row. */
export const EVENTS = {
  activated: { summary: '{app} {release} is live', actions: ['activate'] },
  refused: { summary: '{app} {release} was refused', actions: ['refuse'] },
  /** Also a refused release that is tried again when another app changes. */
  waiting: { summary: '{app} {release} waits', actions: ['admit'] },
  'rolled-back': { summary: '{app} was rolled back to {release}', actions: ['rollback'] },
  'rolled-back-by-itself': {
    summary: 'The gateway rolled {app} back to {release}',
    actions: ['fallback'],
    isDefault: true,
  },
  withdrawn: { summary: '{app} {release} was withdrawn', actions: ['withdraw'] },
  retired: { summary: '{app} is off the site', actions: ['retire'] },
  pinned: { summary: '{app} is pinned', actions: ['pin'] },
  unpinned: { summary: '{app} is not pinned any more', actions: ['unpin'] },
  frozen: { summary: 'The site is frozen', actions: ['freeze'] },
  unfrozen: { summary: 'The site is not frozen any more', actions: ['unfreeze'] },
  /** Its summary names the error. */
  'new-error': { summary: '{app} has a new error', isDefault: true, isAlert: true },
  /** By replay, at a listed address. */
  'failure-confirmed': {
    summary: '{app} {release} fails where the release before it does not',
    isDefault: true,
    isAlert: true,
  },
  /** For operators: no release is rolled back. */
  'unexplained-ends': {
    summary: 'The process of {app} {release} ends again and again, and no replay fails',
    isDefault: true,
    isAlert: true,
  },
  /** For operators: the store is defective. */
  'file-damaged': {
    summary: 'Stored files of {app} {release} were damaged',
    isDefault: true,
    isAlert: true,
  },
  /** Sent after the hour, with the number of alerts. Receivers of alerts get it, too. */
  'more-alerts': { summary: '{app} had more alerts than are sent within an hour', isDefault: true },
} as const satisfies Record<string, EventKind>;

export type EventType = keyof typeof EVENTS;

/** An event of an app. Events of the site are repeated for each receiver. */
export interface SiteEvent {
  id: string;
  type: EventType;
  /** The type of an alert, under the name that receivers and gateways of earlier versions read. */
  rule?: AlertRule;
  /** `*`: the whole site. */
  app: string;
  /** ms since the epoch. */
  at: number;
  /** One line, for people. */
  summary: string;
  /** Digest and identity of the release. */
  release?: string;
  identity?: ReleaseIdentity;
  /** Digest of the release that was live before, or is. */
  before?: string;
  /** A token, a source, or `gateway`. */
  actor?: string;
  /** The note of the entry of the history. */
  note?: string;
  /** Of `waiting`: the apps whose change it waits for; empty: any app's. */
  waitsFor?: string[];
  /** Of `new-error`. The nearest frames alone. */
  error?: Omit<ErrorGroup, 'app' | 'release' | 'isNew'>;
  /** Of `failure-confirmed`: the request, and the outcomes with both releases. */
  replay?: Omit<Replay, 'app' | 'release' | 'before'>;
  /** No further events of this kind are sent: alerts within the hour, other events on that day (UTC). */
  last?: true;
}

/** Gateways before 1.4 also had the other two. Their alerts are shown as long as they are stored. */
export type AlertRule = EventType | 'error-rate' | 'vitals';

/** An event that is open as long as its release is live. Of earlier gateways it has no `type`. */
export interface Alert extends SiteEvent {
  rule: AlertRule;
  release: string;
  /** Of `error-rate`: errors of both releases, and of how many hours or views each. */
  rate?: { per: 'hour' | 'view'; errors: number; of: number; errorsBefore: number; ofBefore: number };
  /** Of `vitals`: on that route three of four visitors had `p75` or less, of `count`; its budget is `limit`. */
  vital?: { name: VitalName; route: string; p75: number; count: number; limit: number };
}

/**
 * Body of the webhook of an app's events, signed as Standard Webhooks say. Times within it are ms since the epoch.
 * It contains no data of visitors.
 */
export type EventMessage = {
  /** Equal for all attempts: `webhook-id`. */
  id: string;
  site: { name: string; url: string };
  /** The command that shows more. */
  next: string;
} & ({ type: `alert.${AlertRule}`; alert: SiteEvent } | { type: `event.${EventType}`; event: SiteEvent });
