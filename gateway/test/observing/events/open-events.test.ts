import { readFileSync } from 'node:fs';
import type { EventMessage } from '@voltframe/kit/contract/operations/event';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createErrorNotes } from '../../../src/observing/errors/note-errors.ts';
import { createErrorReader } from '../../../src/observing/errors/read-errors.ts';
import { createHistoryStore } from '../../../src/observing/history/history-store.ts';
import { createStateStore } from '../../../src/releasing/state/state-store.ts';
import type { EventReceivers } from '../../../src/platform/settings/event-receivers.ts';
import { shellRelease } from '../../fixtures/fixture-release.ts';
import { openTestDatabase } from '../../fixtures/test-database.ts';
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
  receiver,
  SECRET,
} from './test-events.ts';

const DAY = 24 * HOUR;

/** The sample of docs/observability.md. */
function documentedSample(): unknown {
  const text = readFileSync(new URL('../../../../docs/observability.md', import.meta.url), 'utf8');
  return JSON.parse(/```json\n([^]+?)```/.exec(text.split('\n## Events')[1]!)![1]!);
}

/** @returns the messages that the receivers got, in any order. */
const messagesOf = ({ posts }: PlayedGateway) => posts.map(({ body }) => JSON.parse(body) as EventMessage);
const typesOf = (gateway: PlayedGateway) =>
  messagesOf(gateway)
    .map(({ type }) => type)
    .toSorted();

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('an event', () => {
  test('is posted with a signature that Standard Webhooks verify', async () => {
    const db = await openTestDatabase();
    const state = createStateStore(db);
    const gateway = await playedGateway(playedWorld({ apps: {} }), db);
    const { release } = shellRelease();
    await state.saveRelease({ ...release, app: 'blog', digest: LIVE }, 'push', NOW);
    await state.setIdentity('blog', LIVE, { commit: '1234567890', message: 'Show related posts' });
    const note = 'ADMISSION_PAGE: /blog/late throws: late is not defined';
    await state.addHistory(historyEntry({ action: 'refuse', from: BEFORE, note }));
    expect(await gateway.look()).toBe(1);
    expect(await gateway.deliverDue()).toBe(1);
    const [{ url, headers, body }] = gateway.posts as [(typeof gateway.posts)[number]];
    expect(url).toBe(HOOK);
    const message = new Webhook(SECRET).verify(body, Object.fromEntries(headers)) as EventMessage;
    expect(message.id).toBe(headers.get('webhook-id'));
    // The id of an entry of the history is random.
    expect({ ...message, id: '' }).toEqual({ ...(documentedSample() as object), id: '' });
    expect(() =>
      new Webhook(SECRET).verify(body.replace('blog', 'blag'), Object.fromEntries(headers)),
    ).toThrow('No matching signature');
  });

  test('is sent once by two gateways on one database', async () => {
    const [world, db] = [playedWorld(), await openTestDatabase()];
    await createHistoryStore(db).addHistory(historyEntry({ action: 'rollback' }));
    const gateways = [await playedGateway(world, db), await playedGateway(world, db)];
    await Promise.all(gateways.map((gateway) => gateway.look()));
    await Promise.all(gateways.map((gateway) => gateway.deliverDue()));
    expect(gateways.flatMap(typesOf).toSorted()).toEqual(['new-error', 'rollback']);
  });

  test('is retried after a failure under the same id, also after a restart of the gateway', async () => {
    const world = playedWorld({ answer: () => new Response(null, { status: 503 }) });
    const db = await openTestDatabase();
    const first = await playedGateway(world, db);
    await first.look();
    await first.deliverDue();
    expect(first.logged).toMatchObject([{ channel: 'event:blog', attempts: 1, code: 'HTTP 503' }]);
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

  test('is delivered after a crash between the change and its delivery', async () => {
    const [world, db] = [playedWorld({ apps: {} }), await openTestDatabase()];
    await createHistoryStore(db).addHistory(historyEntry());
    const crashed = await playedGateway(world, db);
    expect(await crashed.look()).toBe(1);
    const restarted = await playedGateway(world, db);
    expect([await restarted.look(), await restarted.deliverDue()]).toEqual([0, 1]);
    expect(typesOf(restarted)).toEqual(['deploy']);
  });

  test('reaches its receiver while another one hangs', async () => {
    const hanging = Promise.withResolvers<Response>();
    const world = playedWorld({
      apps: {},
      answer: (url) => (url === `${HOOK}/slow` ? hanging.promise : new Response()),
    });
    const db = await openTestDatabase();
    const receivers = { slow: receiver({ url: `${HOOK}/slow` }), blog: receiver() };
    const gateway = await playedGateway(world, db, { receivers });
    await createHistoryStore(db).addHistory(historyEntry());
    await gateway.look();
    gateway.wake();
    await vi.waitFor(async () =>
      expect((await gateway.outbox.depth()).map(({ channel }) => channel)).toEqual(['event:slow']),
    );
    await vi.waitFor(() => expect(gateway.posts).toHaveLength(2));
    hanging.resolve(new Response());
    await vi.waitFor(async () => expect(await gateway.outbox.depth()).toEqual([]));
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

  test('about a form entry is tried while the entry exists', async () => {
    const world = playedWorld({ apps: {}, answer: () => new Response(null, { status: 503 }) });
    const db = await openTestDatabase();
    const entry = { id: 'e1', contract: 'contact@1', receivedAt: '2026-11-22T12:00:00.000Z', values: {} };
    const gateway = await playedGateway(world, db, {
      receivers: { blog: receiver({ events: ['form-entry'] }) },
      entryOf: async (id) => (id === 'e1' ? { app: 'blog', entry } : undefined),
    });
    const delivery = { subjectId: 'e1', kind: 'form-entry', channel: 'event:blog', at: NOW };
    await db.transaction().execute((tx) => gateway.outbox.add(tx, [delivery]));
    world.now += 73 * HOUR;
    await gateway.outbox.tidy();
    world.answer = () => new Response();
    expect(await gateway.deliverDue()).toBe(1);
    expect(messagesOf(gateway)).toMatchObject([{ type: 'form-entry', entry }]);
  });

  test('is neither stored nor read without a receiver', async () => {
    const world = playedWorld();
    const gateway = await playedGateway(world, await openTestDatabase(), { receivers: {} });
    expect([await gateway.look(), await gateway.deliverDue(), world.readSince]).toEqual([0, 0, undefined]);
  });

  test('is dropped when its subject was removed', async () => {
    const [world, db] = [playedWorld(), await openTestDatabase()];
    await createHistoryStore(db).addHistory(historyEntry());
    const gateway = await playedGateway(world, db);
    expect(await gateway.look()).toBe(2);
    world.apps = {};
    await db.deleteFrom('history').execute();
    expect([await gateway.deliverDue(), gateway.posts, await gateway.outbox.depth()]).toEqual([2, [], []]);
  });

  test('is not sent to a private address unless the operator allows it', async () => {
    const db = await openTestDatabase();
    await createHistoryStore(db).addHistory(historyEntry());
    const receivers = { blog: receiver({ url: 'https://127.0.0.1:9/hook', private: false }) };
    const gateway = await playedGateway(playedWorld({ apps: {} }), db, { receivers });
    await gateway.look();
    expect(await gateway.deliverDue()).toBe(1);
    expect([gateway.posts, gateway.logged]).toMatchObject([
      [],
      [{ channel: 'event:blog', code: 'EPRIVATE' }],
    ]);
  });

  test('leaves no secret in the log when it cannot be delivered', async () => {
    const world = playedWorld({ answer: () => Promise.reject(new Error(`${HOOK} ${SECRET}`)) });
    const gateway = await playedGateway(world, await openTestDatabase());
    await gateway.look();
    await gateway.deliverDue();
    expect(gateway.logged).toHaveLength(1);
    expect(JSON.stringify(gateway.logged)).not.toMatch(/whsec_|10\.0\.0\.5/);
  });
});

describe('a history entry', () => {
  /** @returns a gateway without errors after it looked at these entries. */
  async function after(receivers: EventReceivers, ...entries: Partial<HistoryEntry>[]) {
    const db = await openTestDatabase();
    const state = createHistoryStore(db);
    const gateway = await playedGateway(playedWorld({ apps: {} }), db, { receivers });
    for (const [index, entry] of entries.entries())
      await state.addHistory(historyEntry({ at: NOW - 10 + index, ...entry }));
    const added = await gateway.look();
    await gateway.deliverDue();
    return { gateway, added };
  }

  test('becomes one event for the receivers of its type and its app', async () => {
    const { gateway, added } = await after(
      {
        blog: receiver({ events: ['deploy', 'refusal'] }),
        legal: receiver({ apps: ['legal'] }),
        all: receiver({ apps: undefined, events: ['rollback'] }),
      },
      { from: BEFORE },
      { action: 'refuse', note: 'PAGE: no' },
      { action: 'rollback' },
      { action: 'preview' },
      { action: 'freeze', app: null, to: null, note: 'the fair' },
    );
    expect([added, await gateway.look()]).toEqual([3, 0]);
    expect(typesOf(gateway)).toEqual(['deploy', 'refusal', 'rollback']);
  });

  test('becomes an event later when the outbox fails', async () => {
    const db = await openTestDatabase();
    const gateway = await playedGateway(playedWorld({ apps: {} }), db);
    await createHistoryStore(db).addHistory(historyEntry());
    await db.schema.alterTable('outbox').renameTo('away').execute();
    await expect(gateway.look()).rejects.toThrow('outbox');
    await db.schema.alterTable('away').renameTo('outbox').execute();
    expect([await gateway.look(), await gateway.deliverDue()]).toEqual([1, 1]);
  });
});

test('sends an entry of a form to the receivers that were stored with it', async () => {
  const db = await openTestDatabase();
  const entry = {
    id: 'e1',
    contract: 'ask@1',
    receivedAt: '2026-11-22T12:00:00.000Z',
    values: { name: 'Ada' },
  };
  const gateway = await playedGateway(playedWorld({ apps: {} }), db, {
    entryOf: async (id) => (id === 'e1' ? { app: 'blog', entry } : undefined),
  });
  const to = { kind: 'form-entry', channel: 'event:blog', at: NOW };
  await db.transaction().execute((tx) =>
    gateway.outbox.add(
      tx,
      ['e1', 'erased'].map((subjectId) => ({ subjectId, ...to })),
    ),
  );
  expect(await gateway.deliverDue()).toBe(2);
  expect(messagesOf(gateway)).toMatchObject([
    { type: 'form-entry', id: 'e1.event:blog', app: 'blog', entry },
  ]);
  expect(await gateway.outbox.depth()).toEqual([]);
});

test('makes another event for the same error in a later release', async () => {
  const world = playedWorld();
  const gateway = await playedGateway(world, await openTestDatabase());
  expect(await gateway.look()).toBe(1);
  const release = 'd'.repeat(64);
  const since = world.now;
  world.apps['blog'] = liveApp({ release, since, groups: [errorGroup({ release, isNew: false })] });
  expect(await gateway.look()).toBe(0);
  world.apps['blog'] = liveApp({ release, since, groups: [errorGroup({ release })] });
  expect(await gateway.look()).toBe(1);
});

test('sends the error of a listed page, and nothing for 1,000 forged reports of 100 networks', async () => {
  const db = await openTestDatabase();
  const notes = createErrorNotes({
    db,
    positionsIn: () => async () => undefined,
    live: () => ({ blog: LIVE }),
    now: () => NOW,
    keepMs: 7 * DAY,
    onError: (error) => {
      throw error;
    },
  });
  const seen = { app: 'blog', release: LIVE, releases: [], composition: 'c'.repeat(32), times: 100 };
  const gateway = await playedGateway(playedWorld(), db, { errors: createErrorReader(db, notes.flush) });
  for (let index = 0; index < 1_000; index++) {
    const message = `call 555 now, ${'x'.repeat(1 + (index % 300))}`;
    const report = { ...seen, kind: 'hydration', message, source: 'browser', browser: 'chromium' } as const;
    notes.note(report, `192.0.${index % 100}.1`);
    notes.note({ ...seen, kind: 'loader', message, source: 'unlisted' });
  }
  expect([await gateway.look(), await gateway.look()]).toEqual([0, 0]);
  notes.note({ ...seen, kind: 'loader', message: 'late is not defined', source: 'listed' });
  await notes.flush();
  vi.setSystemTime(NOW + HOUR);
  expect(await gateway.look()).toBe(1);
  await gateway.deliverDue();
  expect(gateway.posts.map(({ body }) => body)).toEqual([expect.stringContaining('late is not defined')]);
  expect(gateway.posts[0]!.body).not.toContain('555');
});

test('sends an error once that occurs in two files', async () => {
  const groups = [errorGroup(), errorGroup({ place: 'src/pages/list.tsx:3' })];
  const gateway = await playedGateway(
    playedWorld({ apps: { blog: liveApp({ groups }) } }),
    await openTestDatabase(),
  );
  expect([await gateway.look(), await gateway.look()]).toEqual([1, 0]);
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
