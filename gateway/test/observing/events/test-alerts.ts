import { onTestFinished } from 'vitest';
import type { Outbox, OutboxOptions } from '../../../src/platform/outbox/outbox.ts';
import { testOutbox } from '../../platform/outbox/test-outbox.ts';
import { openAlerts, type OpenAlertsOptions } from '../../../src/observing/events/open-alerts.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';
import { errorGroup, type LiveApp, liveApp, NOW } from './live-app.ts';

export const SECRET = `whsec_${Buffer.alloc(24, 'k').toString('base64')}`;
export const HOOK = 'http://10.0.0.5/alerts';

type Database = Awaited<ReturnType<typeof openDatabase>>;

/** An empty database, closed with the test. */
export async function alertDatabase(): Promise<Database> {
  const db = await openDatabase(await testDatabase(DATABASES[0]!));
  onTestFinished(() => db.destroy());
  return db;
}

export interface PlayedGateway extends ReturnType<typeof openAlerts> {
  /** What its receiver was sent, in order. */
  posts: { url: string; headers: Headers; body: string }[];
  logged: object[];
  outbox: Outbox;
}

/** What the site is like, the same for all of its gateways; a test changes it. */
export interface PlayedWorld {
  now: number;
  apps: Record<string, LiveApp>;
  /** Of the receiver. */
  answer: () => Response;
}

/** One app with one new error. */
export function playedWorld(changed: Partial<PlayedWorld> = {}): PlayedWorld {
  const apps = { blog: liveApp({ groups: [errorGroup()] }) };
  return { now: NOW, apps, answer: () => new Response(), ...changed };
}

/** A gateway that sees the world, with a receiver of the alerts of the blog. */
export async function playedGateway(
  world: PlayedWorld,
  db: Database,
  changed: Partial<OpenAlertsOptions & Pick<OutboxOptions, 'mail'>> = {},
): Promise<PlayedGateway> {
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
  const alerts = openAlerts({
    db,
    settings: { blog: { webhook: { url: HOOK, secret: SECRET } } },
    site: { name: 'Voltframe', url: 'https://voltframe.test/' },
    live: () => Object.fromEntries(Object.entries(world.apps).map(([app, { release }]) => [app, release])),
    history: async (app) => world.apps[app]!.history,
    errors: { list: async ({ app }) => ({ groups: world.apps[app]!.groups, more: false }) },
    identityOf: async () => ({ commit: '1234567890', message: 'Show related posts' }),
    now: () => world.now,
    outbox,
    ...changed,
  });
  onTestFinished(outbox.close);
  return { ...alerts, outbox, posts, logged };
}
