import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { followActivations } from '../../../src/releasing/activation/activation.ts';
import { type FixtureRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { clearedDatabase, query, withServer, NEEDS_SERVER } from '../../fixtures/test-database.ts';
import { startTestGateway, type TestGateway } from '../../fixtures/test-gateway.ts';

const HTML = { accept: 'text/html' };
const bodyOf = async ({ app }: TestGateway, url: string) => (await app.inject({ url, headers: HTML })).body;
const liveId = ({ site }: TestGateway) => site.live()?.composition.id;

test('a store of activations that is down is reported once, and read again', async () => {
  let notify = (): void => {};
  const look = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('down'));
  const onFailing = vi.fn<(error: unknown) => void>();
  const following = followActivations({
    look,
    listen(onActivation) {
      notify = onActivation;
      return { close: async () => {} };
    },
    pollMs: 60_000,
    onFailing,
  });
  onTestFinished(() => following.close());
  for (const times of [1, 2, 3]) {
    notify();
    await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(times), 60_000);
    await sleep(0);
  }
  expect(onFailing).toHaveBeenCalledOnce();
});

describe.runIf(withServer)('gateways on one database', NEEDS_SERVER, () => {
  const startTwo = async (releases: FixtureRelease[]) => {
    const env = { DATABASE_URL: await clearedDatabase() };
    return { env, one: await startTestGateway(releases, env), two: await startTestGateway([], env) };
  };

  test('a composition that one gateway activates is served by the other after a notification', async () => {
    const { one, two } = await startTwo([shellRelease(), version('one')]);
    expect(liveId(two)).toBe(liveId(one));
    await one.publish(version('two'));
    await vi.waitFor(() => expect(liveId(two)).toBe(liveId(one)), 60_000);
    expect(await bodyOf(two, '/docs')).toContain('two');
    await two.publish(version('three'));
    await vi.waitFor(() => expect(liveId(one)).toBe(liveId(two)), 60_000);
    expect(await bodyOf(one, '/docs')).toContain('three');
  });

  test('a gateway serves a composition and its files before it has received the notification', async () => {
    const { env, one, two } = await startTwo([shellRelease(), version('one')]);
    // Notifications change nothing in this gateway, and its next poll is far away.
    two.site.prepare = () => Promise.reject(new Error('deaf'));
    await one.publish(version('two'));
    expect(await bodyOf(two, '/docs')).toContain('one');
    expect((await two.app.inject('/assets/docs/two.0000000009.js')).body).toBe("'two';");
    const payload = await two.app.inject(`/docs/_payload.json?${liveId(one)}`);
    expect([payload.statusCode, payload.headers['x-composition']]).toEqual([200, liveId(one)]);
    expect((await two.app.inject('/assets/docs/never.0000000009.js')).statusCode).toBe(404);
    expect(await query(env.DATABASE_URL, 'select 1 from live')).toBe(1);
  });

  test('two deploys at the same time both take effect, and both gateways serve the same composition', async () => {
    const { one, two } = await startTwo([shellRelease(), version('one')]);
    await Promise.all([one.publish(version('two')), two.publish(version('news', 'news'))]);
    await vi.waitFor(() => expect(liveId(one)).toBe(liveId(two)), 60_000);
    for (const gateway of [one, two]) {
      expect(await bodyOf(gateway, '/docs')).toContain('two');
      expect(await bodyOf(gateway, '/news')).toContain('news');
    }
  });

  test('a new gateway with an empty folder serves the composition in the database', async () => {
    const env = { DATABASE_URL: await clearedDatabase() };
    const one = await startTestGateway([shellRelease(), version('one')], env);
    const id = liveId(one);
    await one.close();
    const fresh = await startTestGateway([], env);
    expect(liveId(fresh)).toBe(id);
    expect(await bodyOf(fresh, '/docs')).toContain('one');
    await fresh.tidy();
    expect((await fresh.app.inject('/assets/docs/one.0000000009.js')).body).toBe("'one';");
  });
});
