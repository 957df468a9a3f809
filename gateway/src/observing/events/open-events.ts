import type { Kysely } from 'kysely';
import type { EventMessage } from '@voltframe/kit/contract/operations/event';
import type { FormEntry } from '@voltframe/kit/contract/operations/form-entry';
import { DAY_MS, MINUTE_MS } from '@voltframe/kit/contract/units';
import type { OutboxRow } from '../../platform/database/tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import { createPublicFetch } from '../../platform/outbox/public-fetch.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { ErrorReader } from '../errors/read-errors.ts';
import { createEventStore, readErrorSubject, type Subject } from './event-store.ts';
import { changeMessage, changeType, entryMessage, errorMessage, livePast, newErrors } from './events.ts';
import { channelsFor, RECEIVER } from './receivers.ts';

export interface EventsOptions {
  db: Kysely<Tables>;
  history: Pick<HistoryStore, 'history' | 'historyEntry'>;
  config: Pick<Config, 'events' | 'site'>;
  outbox: Outbox;
  /** @returns digests of the live releases by app. */
  live(): Readonly<Record<string, string>>;
  /** @returns an entry of a form of an app by its id; undefined: it was erased. */
  entryOf(id: string): Promise<{ app: string; entry: FormEntry } | undefined>;
  errors: ErrorReader;
  /** ms since the epoch. */
  now: () => number;
}

/** A receiver restarts in less time than this. */
const DELIVERED_MS = 3 * DAY_MS;
const MOST_GROUPS = 200;
const MOST_HISTORY = 200;
/** Most runs read the errors of the last seconds only. */
const RECENT_MS = 15_000;
const ERRORS_MS = 7 * DAY_MS;
const ALL_ERRORS_MS = MINUTE_MS;

/** The events of the site: it finds them and delivers them to the receivers of the operator. */
export interface Events {
  /** Stores the deliveries of what happened since. @returns the number of new deliveries. */
  look(): Promise<number>;
  /** Delivers soon. */
  wake(): void;
  /** Delivers the rows that are due now. @returns the number of rows that were tried. */
  deliverDue(): Promise<number>;
}

/**
 * Derives events from the history and from the errors of live releases. Each receiver is a channel of its own in the
 * outbox, so that one that hangs delays no other. Starts nothing.
 */
export function openEvents(options: EventsOptions): Events {
  const { db, history, config, outbox, live, errors, now } = options;
  const { receivers = {} } = config.events;
  const site = { name: config.site.name, url: config.site.url.replace(/\/+$/, '') };
  const store = createEventStore(db, outbox);
  const publicFetch = createPublicFetch();
  const webhooks = new Map(
    Object.entries(receivers).map(([name, { url, secret, private: isPrivate }]) => [
      `${RECEIVER}${name}`,
      outbox.webhook({ url, secret }, isPrivate ? undefined : publicFetch),
    ]),
  );
  let allErrorsAt = -Infinity;

  const addNewErrors = async (app: string, release: string, sinceMs: number): Promise<number> => {
    const channels = channelsFor(receivers, 'new-error', app);
    if (channels.length === 0) return 0;
    const at = now();
    const { groups } = await errors.list({ app, release, sinceMs, source: 'listed', limit: MOST_GROUPS });
    if (groups.length === 0) return 0;
    const past = livePast(await history.history({ app, limit: MOST_HISTORY }), release);
    const found = newErrors(past, groups, at);
    let added = 0;
    for (const channel of channels) added += await store.addErrors(channel, found, at);
    return added;
  };

  /** @returns the message of a delivery; undefined: its subject was removed. */
  const messageOf = async ({
    id,
    kind,
    subject_id: subject,
    created_at: at,
  }: OutboxRow): Promise<EventMessage | undefined> => {
    const frame = { id, site };
    switch (kind as Subject) {
      case 'change': {
        const entry = await history.historyEntry(subject);
        return entry && changeMessage(entry, frame);
      }
      case 'new-error': {
        const { release, id: error } = readErrorSubject(subject);
        const { groups } = await errors.list({ id: error, source: 'listed', release, limit: 1 });
        const [group] = groups;
        return group && errorMessage(group, at, frame);
      }
      case 'form-entry': {
        const found = await options.entryOf(subject);
        return found && entryMessage(found.app, found.entry, frame);
      }
    }
  };

  const deliveries = outbox.serve({
    channels: [...webhooks.keys()],
    /** @throws DeliveryError */
    async deliver(row) {
      const message = await messageOf(row);
      if (message) await webhooks.get(row.channel)?.post(row.id, message);
    },
    tidy: () => store.tidy(now() - DELIVERED_MS),
  });
  return {
    ...deliveries,
    async look() {
      const at = now();
      const readsAll = at - allErrorsAt >= ALL_ERRORS_MS;
      const sinceMs = at - (readsAll ? ERRORS_MS : RECENT_MS);
      let added = await store.addChanges((entry) => {
        const type = changeType(entry);
        return type === undefined || entry.app === null ? [] : channelsFor(receivers, type, entry.app);
      });
      for (const [app, release] of Object.entries(live())) added += await addNewErrors(app, release, sinceMs);
      if (readsAll) allErrorsAt = at;
      return added;
    },
  };
}
