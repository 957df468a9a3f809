import { onTestFinished, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openPurges } from '../../../src/platform/outbox/purges.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';
import { testOutbox } from './test-outbox.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const DAY = 86_400_000;

interface Call {
  url: string;
  headers: Headers;
  body: unknown;
}

/** A cache with the answer of `world.answer`, and a gateway behind it. */
async function setUp(target: Partial<Parameters<typeof openPurges>[0]['target']> = {}) {
  const db = await openDatabase(await testDatabase(DATABASES[0]!));
  onTestFinished(() => db.destroy());
  const world = { now: NOW, answer: () => new Response(), calls: [] as Call[] };
  const { outbox } = testOutbox(db, {
    now: () => world.now,
    fetch: async (url, init) => {
      world.calls.push({
        url: url as string,
        headers: new Headers(init?.headers),
        body: JSON.parse(init?.body as string),
      });
      return world.answer();
    },
  });
  const open = () =>
    openPurges({
      db,
      target: { url: 'http://cache.test/purge', secret: undefined, ...target },
      // The outbox does not deliver by itself: the test starts each delivery.
      outbox: { ...outbox, serve: (user) => ({ ...outbox.serve(user), wake: () => {} }) },
      now: () => world.now,
    });
  return { world, db, outbox, open, purges: open() };
}

test('each key is sent to the cache once, as Fastly and Cloudflare accept it, with configured headers', async () => {
  const { world, purges } = await setUp({ headers: { authorization: 'Bearer s3cret' } });
  await purges.note(['blog', 'site.all']);
  expect([await purges.deliverDue(), await purges.deliverDue()]).toEqual([2, 0]);
  expect(world.calls.map(({ body }) => body)).toEqual([{ tags: ['blog'] }, { tags: ['site.all'] }]);
  const [{ url, headers }] = world.calls as [Call];
  expect([url, headers.get('surrogate-key'), headers.get('authorization')]).toEqual([
    'http://cache.test/purge',
    'blog',
    'Bearer s3cret',
  ]);
  expect(headers.has('webhook-signature')).toBe(false);
});

test('a failed purge is retried once for all deploys meanwhile, also after a restart, and signed with the secret', async () => {
  const { world, outbox, open, purges } = await setUp({ secret: 's'.repeat(32) });
  world.answer = () => new Response(null, { status: 503 });
  await purges.note(['blog']);
  await purges.deliverDue();
  await purges.note(['blog']);
  expect(await outbox.depth()).toMatchObject([{ channel: 'cdn-purge', waiting: 1, oldest: NOW }]);
  world.answer = () => new Response();
  world.calls = [];
  expect([await open().deliverDue(), world.calls.length]).toEqual([1, 1]);
  expect(world.calls[0]!.headers.get('webhook-signature')).toMatch(/^v1,/);
  expect(await outbox.depth()).toEqual([]);
});

test('keys that cannot be stored while the database is away are stored with those of later changes', async () => {
  const { world, db, purges } = await setUp();
  await sql`alter table outbox rename to away`.execute(db);
  await expect(purges.note(['blog', 'site.all'])).rejects.toThrow('outbox');
  await expect(purges.deliverDue()).rejects.toThrow('outbox');
  await expect(purges.note(['legal', 'site.all'])).rejects.toThrow('outbox');
  await sql`alter table away rename to outbox`.execute(db);
  expect([await purges.deliverDue(), await purges.deliverDue()]).toEqual([3, 0]);
  expect(world.calls.map(({ body }) => body)).toEqual([
    { tags: ['blog'] },
    { tags: ['site.all'] },
    { tags: ['legal'] },
  ]);
});

test('a purge that failed for a day is dropped', async () => {
  const { world, outbox, purges } = await setUp();
  await purges.note(['blog']);
  world.now += DAY + 1;
  await purges.note(['legal']);
  await outbox.tidy();
  await purges.deliverDue();
  expect(world.calls.map(({ body }) => body)).toEqual([{ tags: ['legal'] }]);
});
