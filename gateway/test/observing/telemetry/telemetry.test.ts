import type { Composition } from '@voltframe/kit/contract/release/composition';
import { expect, test } from 'vitest';
import type { Failure } from '../../../src/observing/errors/failure-log.ts';
import { createMetrics } from '../../../src/observing/telemetry/metrics.ts';
import { createTelemetry } from '../../../src/observing/telemetry/telemetry.ts';
import { noSources } from '../../fixtures/test-telemetry.ts';

const DIGEST = 'a'.repeat(64);
const BLOG = { app: 'blog', digest: DIGEST };
const LABEL = { kind: 'page', route: '/blog', ...BLOG } as const;

function setUp() {
  const logged: unknown[] = [];
  const live = () => ({ apps: { blog: DIGEST } }) as unknown as Composition;
  const metrics = createMetrics({ ...noSources, live }, () => 0);
  const telemetry = createTelemetry({
    metrics,
    failures: {
      noticed: ({ kind }) => (logged.push(kind), 'id'),
      thrown: ({ call }) => (logged.push(call), 'id'),
      ended: ({ reason }) => void logged.push(reason),
    },
  });
  const lines = async () =>
    (await telemetry.expose()).text.split('\n').filter((line) => /^voltframe_(?!.*_bucket)/.test(line));
  return { telemetry, metrics, logged, lines };
}

test('counts pages by app and release, and other answers by app only', async () => {
  const { telemetry, lines } = setUp();
  const answer = { ...BLOG, status: 200 };
  for (let times = 0; times < 3; times++) telemetry.answered({ ...answer, kind: 'page', bytes: 100 }, 30);
  telemetry.answered({ ...answer, kind: 'asset', bytes: 9_000 }, 30);
  telemetry.lookup('rendering', BLOG, true);
  telemetry.failure({ ...BLOG, kind: 'stale' } as Failure);
  telemetry.renderCall(BLOG, 'fragment', true, 30);
  const all = await lines();
  const ofReleases = (line: string) => line.startsWith('voltframe_release_') && line.includes('release=');
  expect(all.filter((line) => ofReleases(line) && !line.endsWith(' 0'))).toEqual([
    'voltframe_release_requests_total{app="blog",release="aaaaaaaaaaaa",kind="page",status="2xx"} 3',
    'voltframe_release_sent_bytes_total{app="blog",release="aaaaaaaaaaaa",kind="page"} 300',
    'voltframe_release_cache_lookups_total{app="blog",release="aaaaaaaaaaaa",cache="rendering",result="hit"} 1',
    'voltframe_release_failures_total{app="blog",release="aaaaaaaaaaaa",kind="stale"} 1',
    'voltframe_release_render_duration_seconds_sum{app="blog",release="aaaaaaaaaaaa"} 0.03',
    'voltframe_release_render_duration_seconds_count{app="blog",release="aaaaaaaaaaaa"} 1',
  ]);
  expect(all).toContain('voltframe_requests_total{kind="asset",app="blog",status="2xx"} 1');
});

test('counts an answer from memory once as a request and as a hit, without a duration', async () => {
  const { telemetry, lines } = setUp();
  for (const status of [200, 200, 304]) telemetry.ready(LABEL, status, 100);
  await lines();
  const all = await lines();
  expect(all).toContain('voltframe_requests_total{kind="page",app="blog",status="2xx"} 2');
  expect(all).toContain('voltframe_requests_total{kind="page",app="blog",status="3xx"} 1');
  expect(all).toContain('voltframe_cache_lookups_total{cache="document",result="hit"} 3');
  expect(all.join('\n')).not.toContain('voltframe_request_duration_seconds_count{');
});

test('bounds the number of labels between two reads', async () => {
  const { telemetry, metrics } = setUp();
  for (let label = 0; label < 501; label++) telemetry.ready({ ...LABEL }, 200, 100);
  const values = (await metrics.counted('requests_total')).map(({ value }) => value);
  expect(values).toEqual([500]);
});

test('counts and logs the end of a process', async () => {
  const { telemetry, logged, lines } = setUp();
  telemetry.processEnded({ ...BLOG, reason: 'it ended', recent: 3, isListed: true, isTold: false });
  expect(logged).toEqual(['it ended']);
  expect(await lines()).toContain('voltframe_render_process_ends_total 1');
});

test('counts a failure by its kind, and an error of release code as code', async () => {
  const { telemetry, logged, lines } = setUp();
  expect(telemetry.failure({ ...BLOG, kind: 'page' } as Failure)).toBe('id');
  telemetry.codeFailure({ ...BLOG, call: 'fragment', message: 'boom', ran: [], isListed: true });
  expect(logged).toEqual(['page', 'fragment']);
  expect(await lines()).toContain('voltframe_failures_total{app="blog",kind="code"} 1');
});

test('does not count error screens of unlisted addresses as failures of listed pages', async () => {
  const { telemetry, lines } = setUp();
  for (const isListed of [true, false, false])
    telemetry.failure({ ...BLOG, kind: 'page', isListed } as Failure);
  telemetry.failure({ ...BLOG, kind: 'stale', isListed: true } as Failure);
  const all = await lines();
  expect(all).toContain('voltframe_failures_total{app="blog",kind="page"} 3');
  expect(all).toContain('voltframe_listed_failures_total{app="blog",release="aaaaaaaaaaaa"} 1');
});
