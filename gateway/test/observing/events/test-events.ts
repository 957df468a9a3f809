import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { onTestFinished } from 'vitest';
import { createHistoryStore } from '../../../src/observing/history/history-store.ts';
import { testOutbox } from '../../platform/outbox/test-outbox.ts';
import { type EventsOptions, openEvents } from '../../../src/observing/events/open-events.ts';
import type { EventReceivers } from '../../../src/platform/settings/event-receivers.ts';
import type { openTestDatabase } from '../../fixtures/test-database.ts';

export const NOW = Date.parse('2026-11-22T12:00:00Z');
export const HOUR = 3_600_000;
export const LIVE = 'b'.repeat(64);
export const BEFORE = 'a'.repeat(64);

export function errorGroup(changed: Partial<ErrorGroup> = {}): ErrorGroup {
  return {
    id: '7k2m9x1q',
    app: 'blog',
    release: LIVE,
    kind: 'loader',
    message: 'late is not defined',
    place: 'src/pages/post.tsx:12',
    frames: ['Post (blog src/pages/post.tsx:12)'],
    route: 'post',
    source: 'listed',
    times: 12,
    firstSeen: NOW - HOUR,
    lastSeen: NOW,
    composition: 'c'.repeat(32),
    isNew: true,
    ...changed,
  };
}

export function historyEntry(changed: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    at: NOW,
    actor: 'blog CI',
    action: 'activate',
    app: 'blog',
    from: null,
    to: LIVE,
    note: '',
    ...changed,
  };
}

/** The data of one app that events depend on. */
interface LiveApp {
  release: string;
  history: HistoryEntry[];
  groups: ErrorGroup[];
}

/** An app without errors, whose live release is two hours old and replaced another one. */
export function liveApp(changed: Partial<LiveApp> & { since?: number } = {}): LiveApp {
  const { release = LIVE, since = NOW - 2 * HOUR, groups = [] } = changed;
  return {
    release,
    history: changed.history ?? [historyEntry({ at: since, from: BEFORE, to: release })],
    groups,
  };
}

export const SECRET = `whsec_${Buffer.alloc(24, 'k').toString('base64')}`;
export const HOOK = 'http://10.0.0.5/events';

/** A receiver of the events of the blog, at a private address. */
export const receiver = (changed: Partial<EventReceivers[string]> = {}): EventReceivers[string] => ({
  url: HOOK,
  secret: SECRET,
  apps: ['blog'],
  events: ['deploy', 'refusal', 'rollback', 'new-error'],
  private: true,
  ...changed,
});

export type PlayedGateway = Awaited<ReturnType<typeof playedGateway>>;

/** The state of the site, the same for all of its gateways; a test changes it. */
export interface PlayedWorld {
  now: number;
  apps: Record<string, LiveApp>;
  /** The answer of the receiver. */
  answer: (url: string) => Response | Promise<Response>;
  /** The `sinceMs` of the last query of errors. */
  readSince?: number;
}

/** One app with one new error. */
export function playedWorld(changed: Partial<PlayedWorld> = {}): PlayedWorld {
  const apps = { blog: liveApp({ groups: [errorGroup()] }) };
  return { now: NOW, apps, answer: () => new Response(), ...changed };
}

/** A gateway with this state; by default, its only receiver gets the events of the blog. */
export async function playedGateway(
  world: PlayedWorld,
  db: Awaited<ReturnType<typeof openTestDatabase>>,
  changed: {
    receivers?: EventReceivers;
    errors?: EventsOptions['errors'];
    entryOf?: EventsOptions['entryOf'];
  } = {},
) {
  const { receivers = { blog: receiver() } } = changed;
  /** The messages to its receivers, in order. */
  const posts: { url: string; headers: Headers; body: string }[] = [];
  const { outbox, logged } = testOutbox(db, {
    now: () => world.now,
    async fetch(url, init = {}) {
      const sent = { url: url as string, headers: new Headers(init.headers), body: init.body as string };
      posts.push(sent);
      return world.answer(sent.url);
    },
  });
  const { historyEntry: stored } = createHistoryStore(db);
  const allGroups = () => Object.values(world.apps).flatMap(({ groups }) => groups);
  const events = openEvents({
    db,
    history: { history: async ({ app }) => world.apps[app!]!.history, historyEntry: stored },
    config: {
      events: { receivers },
      site: { name: 'Voltframe', url: 'https://voltframe.test/' },
    } as EventsOptions['config'],
    live: () => Object.fromEntries(Object.entries(world.apps).map(([app, { release }]) => [app, release])),
    errors: changed.errors ?? {
      async list({ id, app, source, release = '', sinceMs }) {
        const isAsked = (group: ErrorGroup): boolean =>
          group.id === id && group.source === source && group.release.startsWith(release);
        if (id !== undefined) return { groups: allGroups().filter(isAsked), more: false };
        world.readSince = sinceMs!;
        return { groups: world.apps[app!]!.groups, more: false };
      },
    },
    entryOf: changed.entryOf ?? (async () => undefined),
    now: () => world.now,
    outbox,
  });
  onTestFinished(outbox.close);
  return { ...events, outbox, posts, logged };
}
