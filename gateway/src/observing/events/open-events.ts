import {
  type Alert,
  type EventMessage,
  EVENTS,
  type EventType,
  type SiteEvent,
} from '@voltframe/kit/contract/operations/event';
import type { ErrorGroupList } from '@voltframe/kit/contract/operations/error-groups';
import { identityText } from '@voltframe/kit/contract/release/identity';
import type { OutboxRow } from '../../platform/database/tables.ts';
import type { Storage } from '../../platform/open-platform.ts';
import type { Mail } from '../../platform/outbox/mail.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import { type AlertTarget, targetOf } from '../../platform/settings/event-receivers.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { ErrorQuery } from '../errors/error-queries.ts';
import { createEventStore, DAY_MS, type EventChannel, eventId } from './event-store.ts';
import { historyEvents, livePast, newErrors, type Seen, seenEvent } from './events.ts';
import { createSubscriptions, type Notice } from './subscriptions.ts';

export interface EventsOptions {
  storage: { db: Storage['db']; state: Pick<Storage['state'], 'history' | 'addHistory'> };
  config: Pick<Config, 'alerts' | 'site'>;
  outbox: Outbox;
  /** @returns digests of the live releases by app. */
  live(): Readonly<Record<string, string>>;
  /** @returns an entry of a form by its id; undefined: it was erased. */
  entryOf?(id: string): Promise<Notice | undefined>;
  errors: {
    list(query: ErrorQuery & { app: string; sinceMs: number }): Promise<ErrorGroupList>;
  };
  /** ms since the epoch. */
  now: () => number;
}

const TYPES = Object.keys(EVENTS) as EventType[];
const OPEN_MS = 7 * DAY_MS;
/** A receiver restarts in less time than this. */
const UNDELIVERED_MS = 3_600_000;
/** Longer than errors are stored, so no error becomes an event twice. */
const STORED_MS = 120 * DAY_MS;
/** Older events are not delivered any more. */
const DELIVERED_MS = 3 * DAY_MS;
const MOST_GROUPS = 200;
const MOST_HISTORY = 200;
/** Most runs read the errors of the last seconds only. */
const RECENT_MS = 15_000;
const ERRORS_MS = 7 * DAY_MS;
const ALL_ERRORS_MS = 60_000;

/**
 * Derives the events of the site from the history and from the errors of live releases, and delivers them to the
 * receivers that the operator configured. Starts nothing.
 */
export function openEvents(options: EventsOptions) {
  const { storage, config, outbox, live, errors, now } = options;
  const settings = config.alerts.targets ?? {};
  const site = { name: config.site.name, url: config.site.url.replace(/\/+$/, '') };
  const receivers = [...new Set(['*', ...Object.keys(settings)])];
  const store = createEventStore(storage.db, outbox, ({ app, type }) =>
    channelsOf(targetOf(settings, app), type),
  );
  const subscriptions = createSubscriptions({
    ...storage,
    outbox,
    allowed: config.alerts.receivers,
    allowsPrivate: config.alerts.privateReceivers,
    now,
  });
  let allErrorsAt = -Infinity;

  const addNewErrors = async (app: string, release: string, sinceMs: number): Promise<number> => {
    const at = now();
    const { groups } = await errors.list({ app, release, sinceMs, onlyListed: true, limit: MOST_GROUPS });
    if (groups.length === 0) return 0;
    const past = livePast(await storage.state.history({ app, limit: MOST_HISTORY }), release);
    const events = newErrors(app, past, groups, at).map((one): SiteEvent => ({
      ...one,
      id: eventId(app, release, 'new-error', one.error.id),
      type: 'new-error',
      app,
      at,
      release,
      ...(past.before !== undefined && { before: past.before }),
    }));
    const known = await store.known(events.map(({ id }) => id));
    let added = 0;
    for (const event of events) if (!known.has(event.id) && (await store.add(event))) added += 1;
    return added;
  };

  /** One message counts the alerts of an hour that were not sent. */
  const addSummaries = async (): Promise<number> => {
    let added = 0;
    for (const { app, hour, count } of await store.unsent(now())) {
      const summary = `${app} had ${count} more ${count === 1 ? 'alert' : 'alerts'} within an hour`;
      const id = eventId(app, String(hour), 'more-alerts');
      if (await store.add({ id, type: 'more-alerts', app, at: now(), summary })) added += 1;
    }
    return added;
  };

  /** A row without event or receiver counts as delivered. @throws DeliveryError */
  const deliver = async (row: OutboxRow): Promise<void> => {
    if (row.kind === 'entry') {
      const entry = await options.entryOf?.(row.subject_id);
      return entry && subscriptions.deliver(row, entry);
    }
    const event = await store.get(row.subject_id);
    if (!event) return;
    if (row.kind === 'event')
      return subscriptions.deliver(row, {
        app: event.app,
        message: (id) => eventMessage(id, event, site),
        mail: async (address) => eventMail(event, site, address),
      });
    const { webhook, mail: to } = targetOf(settings, event.app);
    if (row.channel === 'alert-hook' && webhook)
      await outbox.webhook(webhook).post(row.id, eventMessage(row.id, event, site));
    if (row.channel === 'alert-mail' && to !== undefined)
      await outbox.mail?.send(row.id, eventMail(event, site, to));
  };

  const deliveries = outbox.serve({
    channels: ['alert-hook', 'alert-mail'],
    moreChannels: subscriptions.channels,
    deliver,
    keepMs: DELIVERED_MS,
    tidy: () => store.tidy(now() - STORED_MS),
  });
  return {
    ...deliveries,
    subscriptions,
    /** Stores an event of a higher wing for immediate delivery. */
    async tell(seen: Seen): Promise<void> {
      const { type, of, key } = seen;
      const id = eventId(of.app, of.release, type, ...key);
      if (await store.add({ ...seenEvent(seen, now()), id })) deliveries.wake();
    },
    /** Stores the events that happened since, to be delivered. @returns the number of new events. */
    async look(): Promise<number> {
      const at = now();
      const readsAll = at - allErrorsAt >= ALL_ERRORS_MS;
      const sinceMs = at - (readsAll ? ERRORS_MS : RECENT_MS);
      let added = await store.addFromHistory((id, entry) =>
        historyEvents(entry, (app) => eventId(id, app), receivers),
      );
      for (const [app, release] of Object.entries(live())) added += await addNewErrors(app, release, sinceMs);
      added += await addSummaries();
      if (readsAll) allErrorsAt = at;
      return added;
    },
    /** @param releases digest by app. @returns by app the alerts about its live release within a week, newest first. */
    async open(releases: Readonly<Record<string, string>>): Promise<Map<string, Alert[]>> {
      const alerts = await store.alerts(Object.values(releases), now() - OPEN_MS);
      return Map.groupBy(
        alerts.filter(({ app, release }) => Object.hasOwn(releases, app) && releases[app] === release),
        ({ app }) => app,
      );
    },
    /** @returns by app the deliveries that its receiver has not taken for an hour or more. */
    undelivered: () => store.undelivered(now() - UNDELIVERED_MS),
  };
}

/** @returns the channels on which a receiver gets an event. */
function channelsOf({ webhook, mail, events }: AlertTarget, type: EventType): EventChannel[] {
  const isWanted = (one: EventType): boolean => events?.includes(one) ?? 'isDefault' in EVENTS[one];
  const alerts = TYPES.filter((one) => 'isAlert' in EVENTS[one]);
  if (!isWanted(type) && !(type === 'more-alerts' && alerts.some(isWanted))) return [];
  return [...(webhook ? (['alert-hook'] as const) : []), ...(mail ? (['alert-mail'] as const) : [])];
}

/** @param id stays the same over all attempts. @returns the body of the webhook. */
function eventMessage(id: string, event: SiteEvent, site: EventMessage['site']): EventMessage {
  const next = nextOf(event);
  return event.rule
    ? { type: `alert.${event.rule}`, id, alert: event, site, next }
    : { type: `event.${event.type}`, id, event, site, next };
}

/** @returns the same as plain text. */
export function eventMail(event: SiteEvent, site: EventMessage['site'], to: string): Mail {
  const { actor, before, error, identity, note, release } = event;
  const lines = [
    `${event.summary}.`,
    '',
    ...(release === undefined
      ? []
      : [`Release: ${release.slice(0, 12)} ${identity ? identityText(identity) : ''}`.trimEnd()]),
    ...(before === undefined ? [] : [`The one before: ${before.slice(0, 12)}`]),
    ...(actor === undefined ? [] : [`By: ${actor}`]),
    ...(note ? ['', ...note.split('\n').map((line) => `  ${line}`)] : []),
    ...(error?.routes.length ? [`Routes: ${error.routes.join(', ')}`] : []),
    ...(error?.frames.length ? ['', ...error.frames.map((frame) => `  ${frame}`)] : []),
    '',
    `More: ${nextOf(event)}`,
    ...(event.last
      ? [
          '',
          `${event.app} has no more such messages ${event.rule ? 'this hour' : 'today'}: its limit is reached.`,
        ]
      : []),
    '',
    '--',
    `${site.name}, ${site.url}: this message is sent once.`,
  ];
  return {
    to,
    subject: `[${site.name}] ${event.summary}`,
    text: `${lines.map(printable).join('\n')}\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function nextOf(event: SiteEvent): string {
  const { app, error, release = '' } = event;
  if (error) return `mfe errors ${error.id}`;
  if (app === '*') return 'mfe history';
  if (event.type === 'more-alerts') return `mfe errors ${app}`;
  if (!event.rule) return `mfe history ${app}`;
  return event.rule === 'vitals'
    ? `mfe releases ${app}`
    : `mfe errors ${app} --release ${release.slice(0, 12)}`;
}

/** Text of a release or a browser must not add a line. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
