import { pino } from 'pino';
import { expect, test } from 'vitest';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';
import { observeRequests } from '../../../src/serving/http/observe-requests.ts';
import { fastifyOptions } from '../../../src/serving/http/fastify-options.ts';
import { version } from '../../fixtures/fixture-release.ts';
import { shared } from '../../fixtures/shared.ts';
import { packOf, setUpOps } from '../../operations/operations-setup.ts';

const start = shared(() => setUpOps([version('one')], { DISK_RESERVE_MB: '1' }));

async function scrape(setup: Awaited<ReturnType<typeof setUpOps>>) {
  const headers = { authorization: `Bearer ${setup.team}` };
  const answer = await setup.ops.inject({ url: '/-/metrics', headers });
  expect(answer.headers['content-type']).toContain('text/plain');
  const lines = answer.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

test('counts requests by kind and app, with their renders and cache lookups', async () => {
  const setup = await start();
  const id = setup.site.live()!.composition.id;
  const html = { accept: 'text/html' };
  for (const url of ['/docs', '/docs', '/nowhere']) await setup.app.inject({ url, headers: html });
  await setup.app.inject(`/docs/_payload.json?${id}`);
  await setup.app.inject('/assets/docs/page.0000000002.js');
  await setup.app.inject('/assets/made-up/page.0000000002.js');
  await setup.app.inject('/builds/latest.json');
  await setup.app.inject('/-/live');
  const found = await scrape(setup);
  const requests = (kind: string, app: string, status: string) =>
    found.get(`voltframe_requests_total{kind="${kind}",app="${app}",status="${status}"}`);
  expect(requests('page', 'docs', '2xx')).toBe(2);
  expect(requests('page', '', '4xx')).toBe(1);
  expect(requests('payload', 'docs', '2xx')).toBe(1);
  expect(requests('asset', 'docs', '2xx')).toBe(1);
  expect(requests('asset', '', '4xx')).toBe(1);
  expect(requests('build', '', '2xx')).toBe(1);
  expect(requests('platform', '', '2xx')).toBe(1);
  expect(found.get('voltframe_request_duration_seconds_count{kind="page",app="docs"}')).toBe(2);
  expect(found.get('voltframe_cache_lookups_total{cache="document",result="hit"}')).toBeGreaterThan(0);
  expect(found.get('voltframe_cache_lookups_total{cache="rendering",result="miss"}')).toBeGreaterThan(0);
  expect(found.get('voltframe_render_duration_seconds_count{call="fragment",outcome="ok"}')).toBe(1);
  const release = setup.site.live()!.composition.apps['docs']!.slice(0, 12);
  const ofRelease = (name: string, more = '') =>
    found.get(`voltframe_release_${name}{app="docs",release="${release}"${more}}`);
  expect(ofRelease('requests_total', ',kind="page",status="2xx"')).toBe(2);
  expect(ofRelease('sent_bytes_total', ',kind="page"')).toBeGreaterThan(100);
  expect(ofRelease('cache_lookups_total', ',cache="rendering",result="hit"')).toBeGreaterThan(0);
  expect(ofRelease('cache_lookups_total', ',cache="document",result="miss"')).toBeGreaterThan(0);
  // The candidate was rendered before its release had a label.
  expect(
    found.get('voltframe_release_render_duration_seconds_count{app="docs",release="other"}'),
  ).toBeGreaterThan(0);
});

test('exposes the free space of the disk and its reserve', async () => {
  const found = await scrape(await start());
  expect(found.get('voltframe_disk_reserve_bytes')).toBe(2 ** 20);
  expect(found.get('voltframe_disk_free_bytes')).toBeGreaterThan(0);
});

test('exposes verdicts, the live releases and the process', async () => {
  const setup = await start();
  await setup.publish(setup.team, 'docs', await packOf(version('two')));
  const found = await scrape(setup);
  expect(found.get('voltframe_admissions_total{verdict="activated"}')).toBe(2);
  expect(found.get('voltframe_composition_age_seconds')).toBeLessThan(60);
  const { id, apps } = setup.site.live()!.composition;
  expect(found.get(`voltframe_composition_info{composition="${id}"}`)).toBe(1);
  expect(found.get(`voltframe_release_info{app="docs",digest="${apps['docs']}"}`)).toBe(1);
  expect([...found.keys()].filter((name) => name.startsWith('voltframe_composition_info'))).toHaveLength(1);
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(0);
});

test('refuses a request without a token', async () => {
  const setup = await start();
  expect((await setup.ops.inject('/-/metrics')).statusCode).toBe(401);
});

test('logs an answer as one line, with the id and trace of the request and without its query', async () => {
  const lines: Record<string, unknown>[] = [];
  const sink = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const loggerInstance: FastifyBaseLogger = pino({}, sink);
  const logController = new LogController({ disableRequestLogging: true });
  const app = Fastify({ ...fastifyOptions(), loggerInstance, logController });
  app.decorateRequest('served', undefined);
  observeRequests(app, testTelemetry());
  app.get('/', () => 'ok');
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  await app.inject({ url: '/?email=a@b.c', headers: { traceparent, 'x-request-id': 'proxy-17' } });
  await expect
    .poll(() => lines)
    .toMatchObject([
      {
        reqId: 'proxy-17',
        trace_id: 'a'.repeat(32),
        parent_id: 'b'.repeat(16),
        path: '/',
        status: 200,
        app: '',
      },
    ]);
});
