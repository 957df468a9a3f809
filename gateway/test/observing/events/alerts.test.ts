import { expect, test } from 'vitest';
import { BEFORE, errorGroup, HOUR, LIVE, liveApp } from './live-app.ts';
import { alertDatabase, playedGateway, playedWorld } from './test-alerts.ts';

const DAY = 24 * HOUR;
const open = async (gateway: Awaited<ReturnType<typeof playedGateway>>, live: Record<string, string>) =>
  [...(await gateway.open(live))].map(([app, alerts]) => [app, alerts.map(({ error }) => error?.id)]);

test('each app has what was told of its live release, for a week', async () => {
  const world = playedWorld();
  const gateway = await playedGateway(world, await alertDatabase());
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

test('the same error in another release is told again, where that one is said to have brought it', async () => {
  const world = playedWorld();
  const gateway = await playedGateway(world, await alertDatabase());
  await gateway.look();
  const release = 'd'.repeat(64);
  const since = world.now;
  world.apps['blog'] = liveApp({ release, since, groups: [errorGroup({ release, isNew: false })] });
  expect(await gateway.look()).toBe(0);
  world.apps['blog'] = liveApp({ release, since, groups: [errorGroup({ release })] });
  expect(await gateway.look()).toBe(1);
});

test('an app that brings forth ever new errors is told of some a day, and keeps nothing from the others', async () => {
  const groups = Array.from({ length: 200 }, (_, n) => errorGroup({ id: String(n).padStart(8, '0') }));
  const world = playedWorld({
    apps: { blog: liveApp({ groups }), legal: liveApp({ groups: [errorGroup({ app: 'legal' })] }) },
  });
  const gateway = await playedGateway(world, await alertDatabase());
  expect(await gateway.look()).toBe(21);
  expect(await gateway.look()).toBe(0);
  await gateway.deliverDue();
  expect(gateway.posts).toHaveLength(20);
  expect(gateway.posts.filter(({ body }) => body.includes('"last":true'))).toHaveLength(1);
});
