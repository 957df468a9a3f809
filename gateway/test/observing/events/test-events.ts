import { onTestFinished } from 'vitest';
import type { Outbox, OutboxOptions } from '../../../src/platform/outbox/outbox.ts';
import { testOutbox } from '../../platform/outbox/test-outbox.ts';
import { type EventsOptions, openEvents } from '../../../src/observing/events/open-events.ts';
import type { AlertSettings } from '../../../src/platform/settings/alert-settings.ts';
import type { openTestDatabase } from '../../fixtures/test-database.ts';
import { errorGroup, type LiveApp, liveApp, NOW } from './live-app.ts';

export const SECRET = `whsec_${Buffer.alloc(24, 'k').toString('base64')}`;
export const HOOK = 'http://10.0.0.5/alerts';
export const WEBHOOK = { url: HOOK, secret: SECRET };

export interface PlayedGateway extends ReturnType<typeof openEvents> {
  /** The messages to its receivers, in order. */
  posts: { url: string; headers: Headers; body: string }[];
  logged: object[];
  outbox: Outbox;
}

/** The state of the site, the same for all of its gateways; a test changes it. */
export interface PlayedWorld {
  now: number;
  apps: Record<string, LiveApp>;
  /** The answer of the receiver. */
  answer: () => Response;
  /** The `sinceMs` of the last query of errors. */
  readSince?: number;
}

/** One app with one new error. */
export function playedWorld(changed: Partial<PlayedWorld> = {}): PlayedWorld {
  const apps = { blog: liveApp({ groups: [errorGroup()] }) };
  return { now: NOW, apps, answer: () => new Response(), ...changed };
}

/** A gateway with this state, and with a receiver of the events of the blog. */
export async function playedGateway(
  world: PlayedWorld,
  db: Awaited<ReturnType<typeof openTestDatabase>>,
  changed: {
    targets?: AlertSettings;
    mail?: OutboxOptions['mail'];
    errors?: EventsOptions['errors'];
    receivers?: string[];
    entryOf?: NonNullable<EventsOptions['entryOf']>;
  } = {},
): Promise<PlayedGateway> {
  const { targets = { blog: { webhook: WEBHOOK } } } = changed;
  const posts: PlayedGateway['posts'] = [];
  const { outbox, logged } = testOutbox(db, {
    mail: changed.mail,
    now: () => world.now,
    async fetch(url, init = {}) {
      const sent = { url: url as string, headers: new Headers(init.headers), body: init.body as string };
      posts.push(sent);
      return world.answer();
    },
  });
  const events = openEvents({
    storage: {
      db,
      state: { history: async ({ app }) => world.apps[app!]!.history, addHistory: async () => {} },
    },
    config: {
      // The webhooks of the tests have private addresses.
      alerts: { targets, receivers: changed.receivers ?? [], privateReceivers: true },
      site: { name: 'Voltframe', url: 'https://voltframe.test/' },
    } as EventsOptions['config'],
    live: () => Object.fromEntries(Object.entries(world.apps).map(([app, { release }]) => [app, release])),
    errors: changed.errors ?? {
      async list({ app, sinceMs }) {
        world.readSince = sinceMs;
        return { groups: world.apps[app]!.groups, more: false };
      },
    },
    ...(changed.entryOf && { entryOf: changed.entryOf }),
    now: () => world.now,
    outbox,
  });
  onTestFinished(outbox.close);
  return { ...events, outbox, posts, logged };
}
