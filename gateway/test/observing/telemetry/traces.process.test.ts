import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { islandKey } from '@voltframe/kit/contract/page/island';
import { hash } from 'ohash';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type CollectedSpan, startFakeCollector } from '../../fixtures/fake-collector.ts';
import { json, startFakeCms } from '../../fixtures/fake-cms.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { testFolder } from '../../fixtures/test-database.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';

// Each slug has an answer of its own, so that the pages that admission tries leave none for visitors.
const docs = remoteRelease({
  routes: [{ id: 'docs.page', path: '/docs/:slug' }],
  islands: { Latest: { css: [] } },
  server: `module.exports = {
    pages: { 'docs.page': {
      Component({ data, params }) {
        if (params.slug === 'boom') throw new Error('boom');
        return '<h1>' + data.title + '</h1>';
      },
      server: { loader: async ({ upstream, params }) =>
        params.slug === 'boom' ? {} : JSON.parse((await upstream('cms').get('/posts/' + params.slug.length)).text) },
    } },
    islands: { Latest: { Component: () => '<b>latest</b>' } }, guards: {} };`,
  change: (release) => void (release.upstreams = { cms: { paths: ['/**'] } }),
});

const CALLER = 'c'.repeat(16);
/** A trace for each request that a test makes. */
const traceOf = (letter: string) => letter.repeat(32);

async function setUp(env: Record<string, string> = {}) {
  const collector = await startFakeCollector();
  const cms = await startFakeCms();
  cms.answer(json({ title: 'a title' }));
  const upstreams = path.join(testFolder(), 'upstreams.yml');
  writeFileSync(upstreams, `cms: { url: '${cms.url}', apps: [docs] }`);
  const lines: Record<string, unknown>[] = [];
  const sink = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const settings = { UPSTREAMS: upstreams, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env };
  const gateway = await startTestGateway([shellRelease(), docs], settings, undefined, (tracer) =>
    pino({ level: 'warn', mixin: () => tracer?.ids() ?? {} }, sink),
  );
  await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = gateway.app.addresses()[0] as AddressInfo;
  const get = async (url: string, trace: string) => {
    const headers = { accept: 'text/html', traceparent: `00-${trace}-${CALLER}-01` };
    const response = await fetch(`http://127.0.0.1:${port}${url}`, { headers });
    await response.text();
    return { status: response.status, timing: response.headers.get('server-timing') };
  };
  /** Closes the gateway, which sends its spans. @returns the spans of a trace with their parents. */
  const spansOf = async (trace: string): Promise<CollectedSpan[]> => {
    await gateway.close();
    return collector.spans().filter(({ traceId }) => traceId === trace);
  };
  return { gateway, collector, cms, lines, get, spansOf };
}

const tree = (spans: CollectedSpan[]) => spans.map(({ name, parent }) => `${parent} > ${name}`).toSorted();

test('sends one trace for each request, with its steps, its upstream calls and its outcome', async () => {
  const { gateway, cms, lines, get, spansOf } = await setUp();
  const [missed, ready, island, failed] = ['1', '2', '3', '4'].map(traceOf) as [
    string,
    string,
    string,
    string,
  ];
  const { composition, releases } = gateway.site.live()!;

  cms.headers.length = 0;
  const first = await get('/docs/ada@example.com?secret=1', missed);
  expect(first.status).toBe(200);
  // The document is cached from the second request on.
  await get('/docs/ada@example.com', traceOf('5'));
  await get('/docs/ada@example.com', ready);
  // Without props the island would be prerendered.
  const props = { count: 1 };
  const address = `/__nuxt_island/${islandKey('Latest', props, hash)}.json`;
  await get(`${address}?props=${encodeURIComponent(JSON.stringify(props))}`, island);
  expect(await get('/docs/boom', failed)).toMatchObject({ status: 500 });

  const ofMissed = await spansOf(missed);
  expect(tree(ofMissed)).toEqual(
    [
      `${CALLER} > GET /docs/:slug`,
      'GET /docs/:slug > cache', // the document,
      'GET /docs/:slug > cache', // and the page in it
      'GET /docs/:slug > render fragment',
      'GET /docs/:slug > resolve',
      'render fragment > upstream cms',
    ].toSorted(),
  );
  const [request] = ofMissed.filter(({ parent }) => parent === CALLER);
  expect(request!.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/docs/:slug',
    'http.response.status_code': 200,
    'voltframe.app': 'docs',
    'voltframe.kind': 'page',
    'voltframe.release': releases['docs']!.digest.slice(0, 12),
    'voltframe.composition': composition.id,
  });
  expect(first.timing).toBe(`traceparent;desc="00-${missed}-${request!.spanId}-01"`);
  const [call] = ofMissed.filter(({ name }) => name === 'upstream cms');
  expect(cms.headers.map(({ traceparent }) => traceparent)).toContain(`00-${missed}-${call!.spanId}-01`);

  const ofReady = await spansOf(ready);
  expect(tree(ofReady)).toEqual(['GET /docs/:slug > cache', `${CALLER} > GET /docs/:slug`]);
  expect(ofReady[0]!.attributes).toMatchObject({ 'voltframe.cache': 'document', 'voltframe.hit': true });

  const ofIsland = await spansOf(island);
  expect(tree(ofIsland)).toContain('GET /__nuxt_island/:file > render island');
  expect(ofIsland.find(({ parent }) => parent === CALLER)!.attributes).toMatchObject({
    'voltframe.kind': 'island',
    'voltframe.app': 'docs',
  });

  const ofFailed = await spansOf(failed);
  const broken = ofFailed.filter(({ status }) => status === 2);
  expect(tree(broken)).toEqual(['GET /docs/:slug > render fragment', `${CALLER} > GET /docs/:slug`]);
  expect(broken[0]!.attributes).toMatchObject({ 'error.type': 'GW_RENDER_FAILED' });

  const logged = () => lines.filter((line) => line['trace_id'] === failed);
  // The place in the sources is looked up behind the answer.
  await expect
    .poll(() => logged().map(({ msg }) => msg))
    .toEqual(
      expect.arrayContaining([
        'answered',
        expect.stringContaining('release code failed'),
        expect.stringContaining('a page failed'),
      ]),
    );
  const answered = logged().find(({ msg }) => msg === 'answered')!;
  expect(answered).toMatchObject({
    reqId: expect.any(String),
    span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
  });

  const everything = JSON.stringify([ofMissed, ofReady, ofIsland, ofFailed]);
  expect(everything).not.toMatch(/ada@|%40|secret|boom/);
});

test('sends separate traces for admissions and activations, without the renderings in them', async () => {
  const { gateway, collector } = await setUp();
  const { id } = gateway.site.live()!.composition;
  await gateway.close();
  const ofTask = (task: string) => {
    const { traceId } = collector.spans().find(({ name, parent }) => name === task && parent === undefined)!;
    return collector.spans().filter((span) => span.traceId === traceId);
  };
  const admission = ofTask('admission');
  expect(admission.at(-1)!.attributes).toMatchObject({ 'voltframe.outcome': 'passed' });
  expect(tree(admission)).toEqual(
    expect.arrayContaining(['admission > pages', 'admission > secrets', 'undefined > admission']),
  );
  expect(admission.filter(({ name }) => /^(render|cache)/.test(name))).toEqual([]);
  expect(ofTask('activation').map(({ attributes }) => attributes)).toEqual([
    { 'voltframe.composition': id, 'voltframe.outcome': 'live' },
  ]);
});
