import Fastify from 'fastify';
import type { SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { expect, onTestFinished, test } from 'vitest';
import { fastifyOptions } from '../../../../src/serving/http/fastify-options.ts';
import { figureRoutes } from '../../../../src/serving/http/routes/machine-files.ts';

const URL = '/builds/figures.json';

function setUp(isLive = true) {
  const site = { now: 1_000, computed: 0 };
  const app = Fastify(fastifyOptions());
  onTestFinished(() => app.close());
  const read = async (): Promise<SiteFigures> => ({ at: site.now, run: ++site.computed }) as never;
  void app.register(figureRoutes, { read: () => (isLive ? read() : undefined), now: () => site.now });
  return { app, site };
}

test('computes the figures once a minute for any requests', async () => {
  const { app, site } = setUp();
  const requests = Array.from({ length: 200 }, (_, index) =>
    app.inject({ url: `${URL}?${index}`, headers: { 'cache-control': 'no-cache', cookie: `a=${index}` } }),
  );
  const bodies = new Set((await Promise.all(requests)).map(({ body }) => body));
  site.now += 59_999;
  bodies.add((await app.inject(URL)).body);
  expect([site.computed, [...bodies]]).toEqual([1, ['{"at":1000,"run":1}']]);
  site.now += 1;
  expect((await app.inject(URL)).json()).toEqual({ at: 61_000, run: 2 });
});

test('lets caches store the figures for a minute, without cookies', async () => {
  const { app } = setUp();
  const { headers, statusCode } = await app.inject(URL);
  expect([statusCode, headers['cache-control'], headers['vary'], headers['set-cookie']]).toEqual([
    200,
    'public, max-age=60',
    'accept-encoding',
    undefined,
  ]);
});

test('answers with 503 before the first composition', async () => {
  const { app, site } = setUp(false);
  expect((await app.inject(URL)).statusCode).toBe(503);
  expect(site.computed).toBe(0);
});
