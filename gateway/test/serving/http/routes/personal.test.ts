import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { registerErrorAnswers } from '../../../../src/serving/http/error-answers.ts';
import { fastifyOptions } from '../../../../src/serving/http/fastify-options.ts';
import { personalRoutes } from '../../../../src/serving/http/routes/personal.ts';
import { createVisitorLimit, type PersonalAnswer } from '../../../../src/serving/upstreams/personal-call.ts';
import { upstreamSettings } from '../../../fixtures/upstream-settings.ts';

const ADDRESS = '/-/personal/docs/account/me';

/** A route whose backend answers on `release`. */
function personal(perMinute: number, limits = { perSecond: 1_000, connections: 100 }) {
  const clock = { now: 0 };
  const waiting: ((answer: PersonalAnswer) => void)[] = [];
  const settings = upstreamSettings({ base: new URL('http://account.test/') });
  const visitor = { cookies: ['sid'], perMinute };
  const limit = createVisitorLimit({ perMinute, ...limits }, () => clock.now);
  const once = () => new Promise<never>((resolve) => void waiting.push(resolve as never));
  const app = Fastify({ ...fastifyOptions(), trustProxy: true });
  registerErrorAnswers(app, {} as never);
  const served = {
    composition: { site: { url: 'http://localhost' } },
    releases: { docs: { personal: { account: { paths: ['/me'], methods: ['GET'] } } } },
  };
  app.decorateRequest('served', { getter: () => served as never });
  void app.register(personalRoutes, {
    site: { live: () => undefined },
    upstreams: { backend: () => ({ settings, visitor, limit, client: { once }, send: undefined as never }) },
  });
  const ask = async (address = '192.0.2.1') =>
    (await app.inject({ url: ADDRESS, headers: { cookie: 'sid=a', 'x-forwarded-for': address } })).statusCode;
  const release = (): void => {
    for (const answer of waiting.splice(0)) answer({ status: 200, body: Buffer.from('{}'), cookies: [] });
  };
  return { ask, clock, waiting, release };
}

test('allows eight concurrent requests of a network of visitors, independently of others', async () => {
  const { ask, waiting, release } = personal(100);
  const first = Array.from({ length: 8 }, () => ask());
  await expect.poll(() => waiting.length).toBe(8);
  expect(await ask()).toBe(429);
  const other = ask('198.51.100.1');
  await expect.poll(() => waiting.length).toBe(9);
  release();
  expect(await Promise.all([...first, other])).toEqual(Array(9).fill(200));
  const next = ask();
  await expect.poll(() => waiting.length).toBe(1);
  release();
  expect(await next).toBe(200);
});

test('three networks of visitors leave a quarter of the calls a second and of the connections', async () => {
  const { ask, clock, waiting, release } = personal(1_000, { perSecond: 40, connections: 20 });
  const busy = ['192.0.2.1', '198.51.100.1', '203.0.113.1'];
  const asked = busy.flatMap((address) => Array.from({ length: 20 }, () => ask(address)));
  await expect.poll(() => waiting.length).toBe(15);
  const other = ask('233.252.0.1');
  await expect.poll(() => waiting.length).toBe(16);
  release();
  expect(await other).toBe(200);
  expect((await Promise.all(asked)).filter((status) => status === 429)).toHaveLength(45);
  // Each network has had ten requests of this second, five of which were too many at once.
  expect(await Promise.all(busy.map((address) => ask(address)))).toEqual([429, 429, 429]);
  clock.now += 1_000;
  const next = ask('192.0.2.1');
  await expect.poll(() => waiting.length).toBe(1);
  release();
  expect(await next).toBe(200);
});

test('limits the requests of a network of visitors within a minute by the setting', async () => {
  const { ask, clock, waiting, release } = personal(2);
  const isWaiting = () => waiting.length === 1;
  const answered = async (): Promise<number> => {
    const answer = ask();
    await Promise.race([answer, vi.waitUntil(isWaiting)]);
    release();
    return answer;
  };
  expect([await answered(), await answered(), await answered()]).toEqual([200, 200, 429]);
  clock.now += 60_001;
  expect(await answered()).toBe(200);
});

test('a preview on the host of the site reads only what the live release declares', async () => {
  const released = (paths: string[]) => ({
    composition: { site: { url: 'http://localhost' } },
    releases: { docs: { personal: { account: { paths, methods: ['GET'] } } } },
  });
  const ask = async (isApart: boolean) => {
    const app = Fastify(fastifyOptions());
    registerErrorAnswers(app, {} as never);
    app.decorateRequest('served', { getter: () => released(['/secret']) as never });
    app.decorateRequest('preview', { getter: () => ({ isApart }) as never });
    void app.register(personalRoutes, {
      site: { live: () => released(['/me']) as never },
      upstreams: { backend: () => undefined },
    });
    const codeOf = async (path: string) =>
      (
        await app.inject({ url: `/-/personal/docs/account${path}`, headers: { accept: 'application/json' } })
      ).json().code;
    return [await codeOf('/secret'), await codeOf('/me')];
  };
  expect(await ask(false)).toEqual(['PERSONAL_UNDECLARED', 'PERSONAL_UNMAPPED']);
  expect(await ask(true)).toEqual(['PERSONAL_UNMAPPED', 'PERSONAL_UNDECLARED']);
});
