import { readFileSync } from 'node:fs';
import type { Alert, SiteEvent } from '@voltframe/kit/contract/operations/event';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createErrorGroups } from '../../../src/observing/errors/error-groups.ts';
import { createErrorQueries } from '../../../src/observing/errors/error-queries.ts';
import { createErrorStore } from '../../../src/observing/errors/error-store.ts';
import { eventMail } from '../../../src/observing/events/open-events.ts';
import { createStateStore } from '../../../src/platform/database/state-store.ts';
import type { AlertSettings } from '../../../src/platform/settings/event-receivers.ts';
import { shellRelease } from '../../fixtures/fixture-release.ts';
import { openTestDatabase } from '../../fixtures/test-database.ts';
import { startSmtpServer } from '../../platform/outbox/smtp-server.ts';
import {
  BEFORE,
  errorGroup,
  historyEntry,
  HOOK,
  HOUR,
  LIVE,
  liveApp,
  NOW,
  playedGateway,
  type PlayedGateway,
  playedWorld,
  SECRET,
  WEBHOOK,
} from './test-events.ts';

const DAY = 24 * HOUR;

/** The sample of docs/observability.md. */
function documentedSample(): unknown {
  const text = readFileSync(new URL('../../../../docs/observability.md', import.meta.url), 'utf8');
  return JSON.parse(/```json\n([^]+?)```/.exec(text.split('\n## Events')[1]!)![1]!);
}

/** @returns the types of the events that a receiver got. */
const typesOf = ({ posts }: PlayedGateway) =>
  posts.map(({ body }) => (JSON.parse(body) as { type: string }).type);
const open = async (gateway: PlayedGateway, live: Record<string, string>) =>
  [...(await gateway.open(live))].map(([app, alerts]) => [app, alerts.map(({ error }) => error?.id)]);

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('an event', () => {
  test('is posted with a signature that Standard Webhooks verify', async () => {
    const db = await openTestDatabase();
    const state = createStateStore(db);
    const gateway = await playedGateway(playedWorld(), db);
    const { release } = shellRelease();
    await state.saveRelease({ ...release, app: 'blog', digest: LIVE }, 'push', NOW);
    await state.setIdentity('blog', LIVE, { commit: '1234567890', message: 'Show related posts' });
    expect(await gateway.look()).toBe(1);
    expect(await gateway.deliverDue()).toBe(1);
    const [{ url, headers, body }] = gateway.posts as [(typeof gateway.posts)[number]];
    expect(url).toBe(HOOK);
    const message = new Webhook(SECRET).verify(body, Object.fromEntries(headers));
    expect(message).toMatchObject({ type: 'alert.new-error', id: headers.get('webhook-id') });
    expect(message).toEqual(documentedSample());
    expect(() =>
      new Webhook(SECRET).verify(body.replace('blog', 'blag'), Object.fromEntries(headers)),
    ).toThrow('No matching signature');
  });

  test('is sent once by two gateways on one database', async () => {
    const [world, db] = [playedWorld(), await openTestDatabase()];
    await createStateStore(db).addHistory(historyEntry({ action: 'fallback' }));
    const gateways = [await playedGateway(world, db), await playedGateway(world, db)];
    const added = await Promise.all(gateways.map((gateway) => gateway.look()));
    expect(added[0]! + added[1]!).toBe(2);
    await Promise.all(gateways.map((gateway) => gateway.deliverDue()));
    expect(gateways.flatMap(typesOf).toSorted()).toEqual(['alert.new-error', 'event.rolled-back-by-itself']);
  });

  test('is retried after a failure under the same id, also after a restart of the gateway', async () => {
    const world = playedWorld({ answer: () => new Response(null, { status: 503 }) });
    const db = await openTestDatabase();
    const first = await playedGateway(world, db);
    await first.look();
    await first.deliverDue();
    expect(first.logged).toMatchObject([{ channel: 'alert-hook', attempts: 1, code: 'HTTP 503' }]);
    await first.outbox.close();
    const second = await playedGateway(world, db);
    expect([await second.look(), await second.deliverDue()]).toEqual([0, 0]);
    world.now += 15_000;
    world.answer = () => new Response();
    expect(await second.deliverDue()).toBe(1);
    const ids = [...first.posts, ...second.posts].map(({ headers }) => headers.get('webhook-id'));
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(2);
    world.now += HOUR;
    expect(await second.deliverDue()).toBe(0);
  });

  test('is reported as undelivered after an hour, until the receiver accepts it', async () => {
    const world = playedWorld({ answer: () => new Response(null, { status: 503 }) });
    world.apps['legal'] = liveApp({ groups: [errorGroup({ app: 'legal' })] });
    const gateway = await playedGateway(world, await openTestDatabase());
    await gateway.look();
    expect(await gateway.outbox.depth()).toMatchObject([{ channel: 'alert-hook', waiting: 1, oldest: NOW }]);
    world.now += 2 * HOUR;
    expect(await gateway.undelivered()).toEqual(new Map());
    await gateway.deliverDue();
    expect([...(await gateway.undelivered())]).toEqual([
      ['blog', [{ channel: 'webhook', waiting: 1, since: NOW, error: 'HTTP 503' }]],
    ]);
    world.now += HOUR;
    world.answer = () => new Response();
    await gateway.deliverDue();
    expect([await gateway.undelivered(), await gateway.outbox.depth()]).toEqual([new Map(), []]);
  });

  test('expires after three days', async () => {
    const world = playedWorld({ answer: () => new Response(null, { status: 503 }) });
    const gateway = await playedGateway(world, await openTestDatabase());
    await gateway.look();
    world.now += 73 * HOUR;
    await gateway.outbox.tidy();
    expect([await gateway.deliverDue(), gateway.posts]).toEqual([0, []]);
    expect(await gateway.look()).toBe(0);
  });

  test('is mailed and posted when the app has both addresses', async () => {
    const server = await startSmtpServer();
    const mail = { smtpUrl: server.url, from: 'site@voltframe.test', to: 'owner@voltframe.test' };
    const targets = { '*': { mail: 'team@voltframe.test', webhook: WEBHOOK } };
    const gateway = await playedGateway(playedWorld(), await openTestDatabase(), { mail, targets });
    await gateway.look();
    await gateway.deliverDue();
    await server.close();
    expect(server.received).toMatchObject([{ from: 'site@voltframe.test', to: ['team@voltframe.test'] }]);
    expect(server.received[0]!.raw).toContain('blog has a new error: "late is not defined"');
    expect(gateway.posts).toHaveLength(1);
  });

  test('is only stored without a receiver', async () => {
    const gateway = await playedGateway(playedWorld(), await openTestDatabase(), { targets: {} });
    expect(await gateway.look()).toBe(1);
    expect(await gateway.deliverDue()).toBe(0);
    expect((await gateway.open({ blog: LIVE })).get('blog')).toMatchObject([{ rule: 'new-error' }]);
  });

  test('is dropped when the event or its receiver was removed', async () => {
    const [world, db] = [playedWorld(), await openTestDatabase()];
    world.apps['legal'] = liveApp({ groups: [errorGroup({ app: 'legal' })] });
    await (await playedGateway(world, db, { targets: { '*': { webhook: WEBHOOK } } })).look();
    const gateway = await playedGateway(world, db, { targets: { legal: { webhook: WEBHOOK } } });
    await db.deleteFrom('alert').where('app', '=', 'legal').execute();
    expect([await gateway.deliverDue(), gateway.posts, await gateway.outbox.depth()]).toEqual([2, [], []]);
  });
});

describe('a history entry', () => {
  const ALL = ['activated', 'refused', 'waiting', 'pinned', 'frozen'] as const;

  /** @returns a gateway without errors after it looked at these entries. */
  async function after(targets: AlertSettings, ...entries: Partial<HistoryEntry>[]) {
    const db = await openTestDatabase();
    const state = createStateStore(db);
    const gateway = await playedGateway(playedWorld({ apps: {} }), db, { targets });
    for (const [index, entry] of entries.entries())
      await state.addHistory(historyEntry({ at: NOW - 10 + index, ...entry }));
    const added = await gateway.look();
    await gateway.deliverDue();
    return { gateway, added };
  }

  test('becomes one event, which is sent to receivers that subscribe to its type', async () => {
    const { gateway, added } = await after(
      { blog: { webhook: WEBHOOK, events: [...ALL] } },
      { from: BEFORE },
      { action: 'refuse', note: 'PAGE: no' },
      { action: 'refuse', note: 'LINKS: no', waitsFor: ['shell'] },
      { action: 'rollback' },
      { action: 'preview' },
    );
    expect([added, await gateway.look()]).toEqual([4, 0]);
    // Deliveries are concurrent, in any order.
    expect(typesOf(gateway).toSorted()).toEqual(['event.activated', 'event.refused', 'event.waiting']);
    const waiting = gateway.posts.find(({ body }) => body.includes('event.waiting'));
    expect(JSON.parse(waiting!.body)).toMatchObject({
      event: {
        app: 'blog',
        summary: 'blog bbbbbbbbbbbb waits: LINKS: no',
        release: LIVE,
        actor: 'blog CI',
        waitsFor: ['shell'],
      },
      next: 'mfe history blog',
    });
  });

  test('is sent to a receiver without a list of types only if the gateway acted automatically', async () => {
    const { gateway } = await after(
      { blog: { webhook: WEBHOOK } },
      { action: 'activate' },
      { action: 'rollback' },
      { action: 'fallback', actor: 'gateway', note: 'it crashed' },
    );
    expect(typesOf(gateway)).toEqual(['event.rolled-back-by-itself']);
  });

  test('of the whole site is sent to each receiver', async () => {
    const events = ['frozen' as const];
    const { gateway, added } = await after(
      { blog: { webhook: WEBHOOK, events }, '*': { webhook: { ...WEBHOOK, url: `${HOOK}/all` }, events } },
      { action: 'freeze', app: null, to: null, note: 'the fair' },
    );
    expect(added).toBe(2);
    expect(gateway.posts.map(({ url }) => url).toSorted()).toEqual([HOOK, `${HOOK}/all`]);
  });

  test('of an earlier gateway version becomes no event', async () => {
    const db = await openTestDatabase();
    const gateway = await playedGateway(playedWorld({ apps: {} }), db);
    await createStateStore(db).addHistory(historyEntry({ action: 'fallback' }));
    await db.updateTable('history').set({ event_due: null }).execute();
    expect(await gateway.look()).toBe(0);
  });

  test('becomes an event later when the store of events fails', async () => {
    const db = await openTestDatabase();
    const gateway = await playedGateway(playedWorld({ apps: {} }), db);
    await createStateStore(db).addHistory(historyEntry({ action: 'fallback' }));
    await db.schema.alterTable('outbox').renameTo('away').execute();
    await expect(gateway.look()).rejects.toThrow('outbox');
    await db.schema.alterTable('away').renameTo('outbox').execute();
    expect([await gateway.look(), await gateway.deliverDue()]).toEqual([1, 1]);
  });
});

test('lists the alerts of the live release of each app for a week', async () => {
  const [world, db] = [playedWorld(), await openTestDatabase()];
  const gateway = await playedGateway(world, db);
  await createStateStore(db).addHistory(historyEntry()); // no alert
  await gateway.look();
  world.now += HOUR;
  world.apps['blog'] = liveApp({ groups: [errorGroup(), errorGroup({ id: '00000000' })] });
  world.apps['legal'] = liveApp({ groups: [errorGroup({ app: 'legal' })] });
  expect(await gateway.look()).toBe(2);
  expect(await open(gateway, { blog: LIVE, legal: LIVE })).toEqual(
    expect.arrayContaining([
      ['blog', ['00000000', '7k2m9x1q']],
      ['legal', ['7k2m9x1q']],
    ]),
  );
  expect(await open(gateway, { blog: BEFORE, legal: LIVE })).toEqual([['legal', ['7k2m9x1q']]]);
  world.now += 7 * DAY + 1;
  expect(await open(gateway, { blog: LIVE, legal: LIVE })).toEqual([]);
});

test('makes another event for the same error in a later release', async () => {
  const world = playedWorld();
  const gateway = await playedGateway(world, await openTestDatabase());
  await gateway.look();
  const release = 'd'.repeat(64);
  const since = world.now;
  world.apps['blog'] = liveApp({ release, since, groups: [errorGroup({ release, isNew: false })] });
  expect(await gateway.look()).toBe(0);
  world.apps['blog'] = liveApp({ release, since, groups: [errorGroup({ release })] });
  expect(await gateway.look()).toBe(1);
});

test('sends five alerts of an app an hour, then one message with the number of the others', async () => {
  const groups = Array.from({ length: 200 }, (_, n) => errorGroup({ id: String(n).padStart(8, '0') }));
  const world = playedWorld({
    apps: { blog: liveApp({ groups }), legal: liveApp({ groups: [errorGroup({ app: 'legal' })] }) },
  });
  const gateway = await playedGateway(world, await openTestDatabase());
  expect(await gateway.look()).toBe(6);
  expect(await gateway.look()).toBe(0);
  await gateway.deliverDue();
  expect(gateway.posts).toHaveLength(5);
  expect(gateway.posts.filter(({ body }) => body.includes('"last":true'))).toHaveLength(1);
  // A bounded number is stored without being sent.
  expect((await gateway.open({ blog: LIVE })).get('blog')).toHaveLength(105);
  world.apps['blog'] = liveApp();
  world.now += HOUR;
  expect([await gateway.look(), await gateway.look()]).toEqual([1, 0]);
  await gateway.deliverDue();
  expect(gateway.posts).toHaveLength(6);
  expect(JSON.parse(gateway.posts[5]!.body)).toMatchObject({
    type: 'event.more-alerts',
    event: { app: 'blog', summary: 'blog had 100 more alerts within an hour' },
    next: 'mfe errors blog',
  });
});

test('sends a finding once: to the team, or to operators if it concerns the store', async () => {
  const targets = { blog: { webhook: WEBHOOK }, '*': { webhook: { ...WEBHOOK, url: `${HOOK}/all` } } };
  const gateway = await playedGateway(playedWorld({ apps: {} }), await openTestDatabase(), { targets });
  const of = { app: 'blog', release: LIVE };
  for (let times = 0; times < 3; times++) {
    await gateway.tell({ type: 'failure-confirmed', app: 'blog', of, key: ['/blog'] });
    await gateway.tell({ type: 'file-damaged', app: '*', of, key: ['2026-11-22'] });
  }
  await vi.waitFor(async () => {
    await gateway.deliverDue();
    expect(await gateway.outbox.depth()).toEqual([]);
  });
  const sent = gateway.posts.map(({ url, body }) => [url, (JSON.parse(body) as { next: string }).next]);
  expect(sent.toSorted()).toEqual([
    [HOOK, 'mfe errors blog --release bbbbbbbbbbbb'],
    [`${HOOK}/all`, 'mfe history'],
  ]);
});

test('raises an alert for the error of a listed page, and none for 1,000 forged reports of 100 networks', async () => {
  const db = await openTestDatabase();
  const groups = createErrorGroups({
    store: createErrorStore(db),
    queries: createErrorQueries(db),
    visitors: { of: (address) => address, renew: async () => {} },
    attribute: async ({ seen: { app, release, kind } }) => ({ app, release, kind, frames: [] }),
    now: () => NOW,
    keepMs: 7 * DAY,
    onError: (error) => {
      throw error;
    },
  });
  const seen = { app: 'blog', release: LIVE, composition: 'c'.repeat(32), times: 100 };
  const gateway = await playedGateway(playedWorld(), db, { errors: groups });
  for (let index = 0; index < 1_000; index++) {
    const address = `192.0.${index % 100}.1`;
    const message = `call 555 now, ${'x'.repeat(1 + (index % 300))}`;
    groups.note({ ...seen, kind: 'hydration', message, browser: 'chromium', address });
    groups.note({ ...seen, kind: 'loader', message, isListed: false });
  }
  expect([await gateway.look(), await gateway.look()]).toEqual([0, 0]);
  groups.note({ ...seen, kind: 'loader', message: 'late is not defined' });
  await groups.flush();
  vi.setSystemTime(NOW + HOUR);
  expect(await gateway.look()).toBe(1);
  await gateway.deliverDue();
  expect(gateway.posts.map(({ body }) => body)).toEqual([expect.stringContaining('late is not defined')]);
  expect(gateway.posts[0]!.body).not.toContain('555');
});

test('reads the errors of the last seconds at each look, and all errors once a minute', async () => {
  const world = playedWorld();
  const gateway = await playedGateway(world, await openTestDatabase());
  const since: number[] = [];
  for (const ms of [0, 5_000, 54_999, 1]) {
    world.now += ms;
    await gateway.look();
    since.push(world.now - world.readSince!);
  }
  expect(since).toEqual([7 * DAY, 15_000, 15_000, 7 * DAY]);
});

const SITE = { name: 'Voltframe', url: 'https://voltframe.test' };
const alert = (changed: Partial<Alert> = {}): Alert => ({
  id: 'a1',
  app: 'blog',
  type: 'new-error',
  rule: 'error-rate',
  at: NOW,
  summary: 'blog has more errors than before',
  release: LIVE,
  before: BEFORE,
  ...changed,
});

test('names the actor and the reason in the mail of a history entry', () => {
  const event: SiteEvent = {
    id: 'e1',
    app: 'blog',
    type: 'refused',
    at: NOW,
    summary: 'blog bbbbbbbbbbbb was refused',
    actor: 'blog CI',
    note: 'PAGE: no\nLINKS: gone',
  };
  expect(eventMail(event, SITE, 'a@b.test').text).toContain(
    'was refused.\n\nBy: blog CI\n\n  PAGE: no\n  LINKS: gone\n\nMore: mfe history blog\n',
  );
});

test('writes the mail of an alert as plain text', () => {
  const identity = { commit: '1234567890', message: 'Show related posts' };
  const mail = eventMail(alert({ error: errorGroup(), identity, last: true }), SITE, 'team@voltframe.test');
  expect(mail).toMatchObject({
    to: 'team@voltframe.test',
    subject: '[Voltframe] blog has more errors than before',
  });
  expect(mail.text).toBe(
    [
      'blog has more errors than before.',
      '',
      'Release: bbbbbbbbbbbb 1234567 Show related posts',
      'The one before: aaaaaaaaaaaa',
      'Routes: post',
      '',
      '  Post (blog src/pages/post.tsx:12)',
      '',
      'More: mfe errors 7k2m9x1q',
      '',
      'blog has no more such messages this hour: its limit is reached.',
      '',
      '--',
      'Voltframe, https://voltframe.test: this message is sent once.',
      '',
    ].join('\n'),
  );
});

test('adds no line for line breaks in the report of a browser', () => {
  const hostile = 'x\r\nBcc: all@example.com\r\n\r\nbody';
  const mail = eventMail(
    alert({ summary: hostile, error: errorGroup({ frames: [hostile] }) }),
    SITE,
    'a@b.test',
  );
  expect(mail.text).not.toMatch(/^Bcc/m);
});
