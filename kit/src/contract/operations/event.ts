import type { ReleaseIdentity } from '../release/identity.ts';
import type { ErrorGroup } from './error-groups.ts';
import type { FormEntry } from './form-entry.ts';

/** The kinds of events that receivers get. `form-entry` has the input of a visitor. */
export const EVENT_TYPES = ['deploy', 'refusal', 'rollback', 'new-error', 'form-entry'] as const;

export type EventType = (typeof EVENT_TYPES)[number];

interface EventOf<Type extends EventType> {
  type: Type;
  /** Equal for all attempts: `webhook-id`. */
  id: string;
  app: string;
  /** ms since the epoch. */
  at: number;
  /** One line, for people. */
  summary: string;
  site: { name: string; url: string };
  /** The command that shows more. */
  next: string;
}

/** A release went live, was refused, or was replaced by an earlier one. */
export interface ReleaseEvent extends EventOf<'deploy' | 'refusal' | 'rollback'> {
  /** Digest and identity of the release; absent: the app has none any more. */
  release?: string;
  identity?: ReleaseIdentity;
  /** Digest of the release that was live before, or is. */
  before?: string;
  /** A token, a source, or `gateway`. */
  actor: string;
  /** The reasons of a refusal, one a line. */
  note?: string;
  /** Of a refused release that is tried again: the apps whose change it waits for; empty: any app's. */
  waitsFor?: string[];
}

/** The server has an error, at addresses that the site lists, that no earlier release of the app had. */
export interface ErrorEvent extends EventOf<'new-error'> {
  /** Digest of the live release. */
  release: string;
  /** Has no data of visitors, and the nearest frames only. */
  error: Pick<
    ErrorGroup,
    'id' | 'kind' | 'message' | 'place' | 'frames' | 'route' | 'times' | 'firstSeen' | 'lastSeen'
  >;
}

/** A visitor filled in a form of the app. */
export interface EntryEvent extends EventOf<'form-entry'> {
  entry: FormEntry;
}

/** Body of the webhook of a receiver, signed as Standard Webhooks say. */
export type EventMessage = ReleaseEvent | ErrorEvent | EntryEvent;
