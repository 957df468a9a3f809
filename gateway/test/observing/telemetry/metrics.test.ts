import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { expect, test } from 'vitest';
import type { MetricSources } from '../../../src/observing/telemetry/gauges.ts';
import { createMetrics } from '../../../src/observing/telemetry/metrics.ts';
import { GATEWAY_VERSION } from '../../../src/platform/version.ts';
import { noSources } from '../../fixtures/test-telemetry.ts';

const digest = (letter: string) => letter.repeat(64);

function setUp(sources: Partial<MetricSources> = {}) {
  let apps: Record<string, string> = { blog: digest('a') };
  let live = { apps } as Composition;
  const metrics = createMetrics({ ...noSources, live: () => live, ...sources }, () => 90_000);
  return {
    metrics,
    goLive: (app: string, letter: string) =>
      (live = { apps: (apps = { ...apps, [app]: digest(letter) }) } as Composition),
    lines: async () =>
      (await metrics.expose()).text.split('\n').filter((line) => /^voltframe_\w+\{/.test(line)),
  };
}

test.each([
  ['the live release', digest('b'), 'bbbbbbbbbbbb'],
  ['the previous release', digest('a'), 'aaaaaaaaaaaa'],
  ['any other release', digest('c'), 'other'],
  ['no release', undefined, 'other'],
])('labels %s', async (_, release, label) => {
  const { metrics, goLive, lines } = setUp();
  metrics.count('release_failures_total', { app: 'blog', release: digest('a'), kind: 'page' });
  goLive('blog', 'b');
  metrics.count('release_failures_total', { app: 'blog', release, kind: 'stale' });
  expect(await lines()).toContain(
    `voltframe_release_failures_total{app="blog",release="${label}",kind="stale"} 1`,
  );
});

test('has the series of two releases after any number of releases', async () => {
  const { metrics, goLive, lines } = setUp();
  for (const letter of 'abcdefghabab') {
    goLive('blog', letter);
    const release = { app: 'blog', release: digest(letter) };
    metrics.count('release_failures_total', { ...release, kind: 'page' });
    metrics.time('release_render_duration_seconds', release, 1);
  }
  const releases = (await lines()).flatMap((line) => /release="(\w+)"/.exec(line)?.[1] ?? []);
  expect(new Set(releases)).toEqual(new Set(['aaaaaaaaaaaa', 'bbbbbbbbbbbb']));
});

test('counts a duration in the buckets above it, in the count and in the sum', async () => {
  const { metrics, lines } = setUp();
  for (const ms of [0.4, 30, 30, 20_000])
    metrics.time('request_duration_seconds', { app: 'blog', kind: 'page' }, ms);
  const series = (await lines()).filter((line) => line.startsWith('voltframe_request_duration_seconds'));
  const bucket = (le: string, times: number) =>
    `voltframe_request_duration_seconds_bucket{le="${le}",kind="page",app="blog"} ${times}`;
  expect(series).toEqual(expect.arrayContaining([bucket('0.001', 1), bucket('0.025', 1), bucket('0.05', 3)]));
  expect(series.slice(-4)).toEqual([
    bucket('10', 3),
    bucket('+Inf', 4),
    'voltframe_request_duration_seconds_sum{kind="page",app="blog"} 20.0604',
    'voltframe_request_duration_seconds_count{kind="page",app="blog"} 4',
  ]);
});

test('counts failures by app and kind, for at most 50 apps', async () => {
  const { metrics, lines } = setUp();
  for (let app = 0; app < 60; app++) metrics.count('failures_total', { app: `app${app}`, kind: 'stale' });
  const all = await lines();
  expect(all).toContain('voltframe_failures_total{app="app0",kind="stale"} 1');
  expect(all).toContain('voltframe_failures_total{app="other",kind="stale"} 10');
});

test('exposes waiting deliveries by channel', async () => {
  const { lines } = setUp({ outbox: async () => [{ channel: 'event:blog', waiting: 2, oldest: 30_000 }] });
  const all = await lines();
  expect(all).toContain('voltframe_outbox_waiting{channel="event:blog"} 2');
  expect(all).toContain('voltframe_outbox_waiting{channel="smtp"} 0');
  expect(all).toContain('voltframe_outbox_oldest_seconds{channel="event:blog"} 60');
});

test('exposes the state of upstreams by their names', async () => {
  const upstream = { name: 'cms', apps: [], answers: 2, failing: 1, oldestAt: 30_000 };
  const { lines } = setUp({ upstreams: () => [{ ...upstream, circuit: 'open' }] });
  const all = await lines();
  expect(all).toContain('voltframe_upstream_open{upstream="cms"} 1');
  expect(all).toContain('voltframe_upstream_failing_answers{upstream="cms"} 1');
  expect(all).toContain('voltframe_upstream_oldest_answer_seconds{upstream="cms"} 60');
});

test('exposes only the outage while the database is away', async () => {
  const { metrics } = setUp({ database: () => false, outbox: async () => undefined });
  const lines = (await metrics.expose()).text.split('\n');
  expect(lines.filter((line) => /^voltframe_(database|outbox)/.test(line))).toEqual([
    'voltframe_database_up 0',
  ]);
});

/** Selectors of series in the rules: `voltframe_x_total{kind="page"}`. */
const RULES = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/observe/alerts.yml'), 'utf8');
const selectors = (name: RegExp) => [...new Set([...RULES.matchAll(name)].map(([selector]) => selector))];

test.each(selectors(/voltframe_\w+_total(\{[^}]*\})?/g))(
  'starts the counter of an alert rule at 0: %s',
  async (selector) => {
    const { metrics } = setUp();
    const { text } = await metrics.expose();
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector)!;
    const wanted = [...labels.matchAll(/(\w+)=~?"([^"]*)"/g)].map(
      ([, label, value]) => new RegExp(`[{,]${label}="(${value})"`),
    );
    const series = text
      .split('\n')
      .filter((line) => line.replace('{', ' {').startsWith(`${name} `))
      .filter((line) => wanted.every((pattern) => pattern.test(line)));
    expect(series.length).toBeGreaterThan(0);
    expect(series.filter((line) => !line.endsWith(' 0'))).toEqual([]);
  },
);

test('starts the counters of live releases and configured upstreams at 0', async () => {
  const upstream = {
    name: 'cms',
    apps: [],
    answers: 0,
    failing: 0,

    circuit: 'closed' as const,
  };
  const { lines } = setUp({ upstreams: () => [upstream] });
  const all = await lines();
  expect(all).toContain('voltframe_upstream_calls_total{upstream="cms",outcome="UPSTREAM_TIMEOUT"} 0');
  expect(all).toContain('voltframe_release_failures_total{app="blog",release="aaaaaaaaaaaa",kind="page"} 0');
});

test('exposes the render pool, the last backup and the version', async () => {
  const { metrics } = setUp({
    renderPool: () => ({ processes: 2, bytes: 3, limitBytes: 4, calls: 5 }),
    lastBackup: async () => 6_000,
  });
  const { text } = await metrics.expose();
  const values = ['render_processes', 'render_pool_bytes', 'render_pool_limit_bytes', 'render_pool_calls'];
  expect(values.map((name) => new RegExp(`^voltframe_${name} (\\d+)$`, 'm').exec(text)?.[1])).toEqual([
    '2',
    '3',
    '4',
    '5',
  ]);
  expect(text).toMatch(/^voltframe_last_backup_timestamp_seconds 6$/m);
  expect(text).toContain(`voltframe_version_info{version="${GATEWAY_VERSION}"} 1`);
});
