import { Webhook } from 'standardwebhooks';
import { createStateStore } from '../../../src/platform/database/state-store.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createSubscriptions, subscribedChannels } from '../../../src/observing/events/subscriptions.ts';
import type { Receiver } from '../../../src/platform/settings/event-receivers.ts';
import { testOutbox } from '../../platform/outbox/test-outbox.ts';
import { startSmtpServer } from '../../platform/outbox/smtp-server.ts';
import { openTestDatabase } from '../../fixtures/test-database.ts';
import { historyEntry, liveApp, NOW, playedGateway, playedWorld } from './test-events.ts';

const HOOK = 'https://hooks.example.com/blog/secret-path';
const receivers = ['hooks.example.com', '*.chat.example', '@example.com'];

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

async function setUp(changed: Partial<Parameters<typeof playedGateway>[2]> = {}) {
  const db = await openTestDatabase();
  const state = createStateStore(db);
  const world = playedWorld({ apps: { blog: liveApp(), legal: liveApp() } });
  const gateway = await playedGateway(world, db, { targets: {}, receivers, ...changed });
  return { db, state, world, gateway, ...gateway };
}

test('sends a team the signed events of its own app only', async () => {
  const { state, gateway, posts } = await setUp();
  const { secret } = await gateway.subscriptions.add('blog', { webhook: HOOK }, undefined, 'blog CI');
  await state.addHistory(historyEntry({ action: 'rollback' }));
  await state.addHistory(historyEntry({ action: 'rollback', app: 'legal', actor: 'legal CI' }));
  await gateway.look();
  expect(await gateway.deliverDue()).toBe(1);
  const [{ url, headers, body }] = posts as [(typeof posts)[number]];
  const message = new Webhook(secret!).verify(body, Object.fromEntries(headers));
  expect([url, message]).toEqual([HOOK, expect.objectContaining({ type: 'event.rolled-back' })]);
  expect(message).toMatchObject({ event: { app: 'blog', actor: 'blog CI' } });
});

test('delivers to other receivers while one hangs, and lists the failed one with its error', async () => {
  const { state, world, gateway } = await setUp();
  const hung = Promise.withResolvers<Response>();
  onTestFinished(() => hung.resolve(new Response()));
  await gateway.subscriptions.add('legal', { webhook: HOOK }, undefined, 'legal CI');
  await gateway.subscriptions.add('blog', { webhook: 'https://hooks.example.com/ok' }, undefined, 'blog CI');
  world.answer = () => (gateway.posts.at(-1)!.url === HOOK ? (hung.promise as never) : new Response());
  await state.addHistory(historyEntry({ app: 'legal' }));
  await gateway.look();
  gateway.wake();
  await expect.poll(() => gateway.posts.length).toBe(1);
  await state.addHistory(historyEntry({}));
  await gateway.look();
  gateway.wake();
  await expect.poll(() => gateway.posts.map(({ url }) => url)).toContain('https://hooks.example.com/ok');
  hung.resolve(new Response(null, { status: 500 }));
  await expect
    .poll(() => gateway.subscriptions.list('legal'))
    .toMatchObject([{ waiting: 1, lastError: 'HTTP 500', to: 'https://hooks.example.com' }]);
  expect(await gateway.subscriptions.list('blog')).toMatchObject([{ waiting: 0 }]);
});

test('mails only the subscribed events to an allowed domain', async () => {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const { state, gateway } = await setUp({ mail: { smtpUrl: smtp.url, from: 'site@example.com' } });
  await gateway.subscriptions.add('blog', { mail: 'team@example.com' }, ['refused'], 'blog CI');
  await state.addHistory(historyEntry({ action: 'refuse' }));
  await state.addHistory(historyEntry({}));
  await gateway.look();
  expect(await gateway.deliverDue()).toBe(1);
  expect(smtp.received).toHaveLength(1);
});

test('sends a form entry only to receivers of its app', async () => {
  const entry = { app: 'legal', message: (id: string) => ({ id }), mail: async (to: string) => mailTo(to) };
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const { db, gateway, posts } = await setUp({
    mail: { smtpUrl: smtp.url, from: 'site@example.com' },
    entryOf: async (id) => (id === 'erased' ? undefined : entry),
  });
  const add = (app: string, to: Receiver) => gateway.subscriptions.add(app, to, ['entry'], 'CI');
  const own = [await add('legal', { webhook: HOOK }), await add('legal', { mail: 'team@example.com' })];
  const other = await add('blog', { webhook: HOOK });
  expect(await subscribedChannels(db, { app: 'blog', type: 'entry' })).toEqual([`sub${other.id}`]);
  expect(await subscribedChannels(db, { app: 'blog', type: 'activated' })).toEqual([]);
  const rows = [...own, other].flatMap(({ id }) =>
    ['e1', 'erased'].map((subjectId) => ({ subjectId, kind: 'entry', channel: `sub${id}`, at: NOW })),
  );
  await db.transaction().execute((tx) => gateway.outbox.add(tx, rows));
  expect(await gateway.deliverDue()).toBe(6);
  expect(posts.map(({ body }) => JSON.parse(body))).toEqual([{ id: `e1.sub${own[0]!.id}` }]);
  expect(smtp.received.map(({ to }) => to)).toEqual([['team@example.com']]);
  expect(await gateway.outbox.depth()).toEqual([]);
});

const mailTo = (to: string) => ({ to, subject: 'An entry', text: 'Hello' });

test.each([
  [{ webhook: 'https://evil.example/x' }, 'evil.example'],
  [{ webhook: 'https://hooks.example.com.evil.example/' }, 'hooks.example.com.evil.example'],
  [{ webhook: 'https://chat.example/' }, 'chat.example'],
  [{ webhook: 'https://127.0.0.1/' }, '127.0.0.1'],
  [{ mail: 'team@evil.example' }, '@evil.example'],
  [{ mail: '"x@example.com"@evil.example' }, '@evil.example'],
])('refuses the receiver %j, which the operator does not allow', async (to, receiver) => {
  const { subscriptions } = await setUp();
  await expect(subscriptions.add('blog', to, undefined, 'blog CI')).rejects.toMatchObject({
    code: 'GW_RECEIVER_REFUSED',
    status: 403,
    message: `The operator allows no events to ${receiver}`,
  });
});

test('allows an app five receivers, and removes one only for its own app, with its waiting deliveries', async () => {
  const { subscriptions, state, look, deliverDue, posts } = await setUp();
  const add = (app = 'blog') => subscriptions.add(app, { webhook: HOOK }, undefined, 'blog CI');
  const added = [];
  for (let count = 0; count < 5; count += 1) added.push(await add());
  await expect(add()).rejects.toMatchObject({ code: 'GW_SUBSCRIPTIONS', status: 409 });
  await add('legal');
  await expect(subscriptions.remove('legal', added[0]!.id, 'legal CI')).rejects.toMatchObject({
    status: 404,
  });
  await state.addHistory(historyEntry({}));
  await look();
  for (const { id } of added) await subscriptions.remove('blog', id, 'blog CI');
  expect([await deliverDue(), posts, await subscriptions.list('blog')]).toEqual([0, [], []]);
});

test('enforces the limit on concurrent additions', async () => {
  const { subscriptions } = await setUp();
  const adds = Array.from({ length: 8 }, () => subscriptions.add('blog', { webhook: HOOK }, undefined, 'CI'));
  const outcomes = await Promise.allSettled(adds);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await subscriptions.list('blog')).toHaveLength(5);
});

test('sends nothing to a receiver that the operator does not allow any more', async () => {
  const { db, state, world, gateway } = await setUp();
  await gateway.subscriptions.add('blog', { webhook: HOOK }, undefined, 'blog CI');
  await state.addHistory(historyEntry({}));
  const after = await playedGateway(world, db, { targets: {}, receivers: [] });
  await after.look();
  await after.deliverDue();
  expect([after.posts, after.logged]).toEqual([[], [expect.objectContaining({ code: 'NOT ALLOWED' })]]);
});

test('records the origin of a webhook without its path and secret, and refuses http by default', async () => {
  const db = await openTestDatabase();
  const state = createStateStore(db);
  const { outbox } = testOutbox(db);
  const subscriptions = createSubscriptions({
    db,
    state,
    outbox,
    allowed: receivers,
    allowsPrivate: false,
    now: () => NOW,
  });
  const plain = { webhook: HOOK.replace('https', 'http') };
  await expect(subscriptions.add('blog', plain, undefined, 'ada')).rejects.toMatchObject({ status: 400 });
  const { id } = await subscriptions.add('blog', { webhook: HOOK }, undefined, 'ada');
  await subscriptions.remove('blog', id, 'grace');
  const entries = await state.history({ app: 'blog', limit: 5 });
  expect(entries.map(({ actor, action, note }) => [actor, action, note]).toSorted()).toEqual([
    ['ada', 'subscribe', 'webhook https://hooks.example.com'],
    ['grace', 'unsubscribe', 'webhook https://hooks.example.com'],
  ]);
});
