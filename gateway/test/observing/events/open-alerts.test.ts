import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSmtpServer } from '../../platform/outbox/smtp-server.ts';
import { errorGroup, HOUR, LIVE, liveApp, NOW } from './live-app.ts';
import { alertDatabase, HOOK, playedGateway, playedWorld, SECRET } from './test-alerts.ts';

/** What docs/observability.md says that receivers get. */
function documentedSample(): unknown {
  const text = readFileSync(new URL('../../../../docs/observability.md', import.meta.url), 'utf8');
  return JSON.parse(/## Alerts[^]*?```json\n([^]+?)```/.exec(text)![1]!);
}

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('an alert', () => {
  test('is posted, signed as Standard Webhooks verify it', async () => {
    const gateway = await playedGateway(playedWorld(), await alertDatabase());
    expect(await gateway.look()).toBe(1);
    expect(await gateway.deliverDue()).toBe(1);
    const [{ url, headers, body }] = gateway.posts as [(typeof gateway.posts)[number]];
    expect(url).toBe(HOOK);
    const message = new Webhook(SECRET).verify(body, Object.fromEntries(headers));
    expect(message).toMatchObject({
      type: 'alert.new-error',
      id: headers.get('webhook-id'),
      alert: {
        app: 'blog',
        release: LIVE,
        identity: { commit: '1234567890', message: 'Show related posts' },
        error: { id: '7k2m9x1q', place: 'src/pages/post.tsx:12' },
      },
      site: { name: 'Voltframe', url: 'https://voltframe.test' },
      next: 'mfe errors 7k2m9x1q',
    });
    expect(message).toEqual(documentedSample());
    expect(() =>
      new Webhook(SECRET).verify(body.replace('blog', 'blag'), Object.fromEntries(headers)),
    ).toThrow('No matching signature');
  });

  test('is told once, not per event and not by each look', async () => {
    const world = playedWorld();
    const gateway = await playedGateway(world, await alertDatabase());
    await gateway.look();
    world.apps['blog'] = liveApp({ groups: [errorGroup({ times: 900, visitors: 400 })] });
    expect(await gateway.look()).toBe(0);
    await gateway.deliverDue();
    await gateway.deliverDue();
    expect(gateway.posts).toHaveLength(1);
  });

  test('is told once by two gateways on one database that look and deliver at the same time', async () => {
    const [world, db] = [playedWorld(), await alertDatabase()];
    const gateways = [await playedGateway(world, db), await playedGateway(world, db)];
    const told = await Promise.all(gateways.map((gateway) => gateway.look()));
    expect(told.toSorted()).toEqual([0, 1]);
    await Promise.all(gateways.map((gateway) => gateway.deliverDue()));
    expect(gateways.flatMap(({ posts }) => posts)).toHaveLength(1);
  });

  test('is tried again after a failure, under the same id, also by the gateway of after a restart', async () => {
    const world = playedWorld({ answer: () => new Response(null, { status: 503 }) });
    const db = await alertDatabase();
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

  test('that a receiver does not take for an hour is told of, until it does or the alert is old', async () => {
    const world = playedWorld({ answer: () => new Response(null, { status: 503 }) });
    world.apps['legal'] = liveApp({ groups: [errorGroup({ app: 'legal' })] });
    const gateway = await playedGateway(world, await alertDatabase());
    await gateway.look();
    expect(await gateway.outbox.depth()).toEqual([{ channel: 'alert-hook', waiting: 1, oldest: NOW }]);
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

  test('of days ago is not delivered any more', async () => {
    const world = playedWorld({ answer: () => new Response(null, { status: 503 }) });
    const gateway = await playedGateway(world, await alertDatabase());
    await gateway.look();
    world.now += 73 * HOUR;
    await gateway.outbox.tidy();
    expect([await gateway.deliverDue(), gateway.posts]).toEqual([0, []]);
    expect(await gateway.look()).toBe(0);
  });

  test('is mailed where the app has an address', async () => {
    const server = await startSmtpServer();
    const mail = { smtpUrl: server.url, from: 'site@voltframe.test', to: 'owner@voltframe.test' };
    const settings = { '*': { mail: 'team@voltframe.test' } };
    const gateway = await playedGateway(playedWorld(), await alertDatabase(), { mail, settings });
    await gateway.look();
    await gateway.deliverDue();
    await server.close();
    expect(server.received).toMatchObject([{ from: 'site@voltframe.test', to: ['team@voltframe.test'] }]);
    expect(server.received[0]!.raw).toContain('blog has a new error: "late is not defined"');
  });

  test('without a receiver is shown only', async () => {
    const gateway = await playedGateway(playedWorld(), await alertDatabase(), { settings: {} });
    expect(await gateway.look()).toBe(1);
    expect(await gateway.deliverDue()).toBe(0);
    expect((await gateway.open({ blog: LIVE })).get('blog')).toMatchObject([{ rule: 'new-error' }]);
  });
});
