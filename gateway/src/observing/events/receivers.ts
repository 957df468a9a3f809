import type { EventType } from '@voltframe/kit/contract/operations/event';
import type { EventReceivers } from '../../platform/settings/event-receivers.ts';

/** Prefix of the outbox channels of receivers; the name of the receiver follows. Each has a channel of its own. */
export const RECEIVER = 'event:';

/** @returns the outbox channels of the receivers that get events of this type of this app. */
export function channelsFor(receivers: EventReceivers, type: EventType, app: string): string[] {
  return Object.entries(receivers)
    .filter(([, { apps, events }]) => events.includes(type) && (apps?.includes(app) ?? true))
    .map(([name]) => `${RECEIVER}${name}`);
}
