import { EVENTS, type EventType } from './event.ts';

/** Events of the whole site, and of its operators: no team subscribes to them. */
const OF_OPERATORS = new Set<EventType>(['frozen', 'unfrozen', 'unexplained-ends', 'file-damaged']);

/**
 * `entry`: a visitor filled in a form of the app. It contains the visitor's input, so it is sent only to receivers
 * that name it.
 */
export type TeamEvent = EventType | 'entry';

/** Types of events that a team may have sent for its app. */
export const TEAM_EVENTS: readonly TeamEvent[] = [
  ...(Object.keys(EVENTS) as EventType[]).filter((type) => !OF_OPERATORS.has(type)),
  'entry',
];

/** Those that a subscription without a list of its own gets. */
export const TEAM_DEFAULT_EVENTS: readonly TeamEvent[] = [
  'activated',
  'refused',
  'waiting',
  'rolled-back',
  'rolled-back-by-itself',
  'withdrawn',
  'new-error',
  'failure-confirmed',
  'more-alerts',
];

/** Receivers of an app at a time. */
export const MOST_SUBSCRIPTIONS = 5;

/** A receiver of an app's events, created by its team. */
export interface Subscription {
  id: string;
  app: string;
  kind: 'webhook' | 'mail';
  /** The mail address; of a webhook the origin alone, since its path may be a secret. */
  to: string;
  events: TeamEvent[];
  /** Name of the token. */
  by: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Deliveries that wait, and why the last one failed. */
  waiting: number;
  lastError?: string;
}

export interface SubscriptionList {
  subscriptions: Subscription[];
}

/** `secret`: verifies the webhook (Standard Webhooks). It is shown only now. */
export interface NewSubscription extends Subscription {
  secret?: string;
}
