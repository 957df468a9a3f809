import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createReleaseMetrics } from '../../../../src/observing/telemetry/metrics/release-metrics.ts';

const digest = (letter: string) => letter.repeat(64);

function setUp() {
  const registry = new Registry();
  let apps: Record<string, string> = { blog: digest('a') };
  const metrics = createReleaseMetrics(registry, { live: () => live, nameOf: (app) => app });
  let live = { apps };
  return {
    metrics,
    goLive: (app: string, letter: string) => (live = { apps: (apps = { ...apps, [app]: digest(letter) }) }),
    lines: async () => {
      const text = await registry.metrics();
      return text.split('\n').filter((line) => /^voltframe_\w+\{/.test(line));
    },
  };
}

test('what visitors see is counted by app and release, and what is no page of theirs is not', async () => {
  const { metrics, lines } = setUp();
  const blog = { app: 'blog', digest: digest('a') };
  metrics.answered(blog, 'page', '2xx', 300, 3);
  metrics.answered(blog, 'asset', '2xx', 9_000);
  metrics.lookup(blog, 'document', true, 3);
  metrics.failure(blog, 'stale');
  metrics.render(blog, 30);
  const all = await lines();
  expect(all.filter((line) => !line.includes('_bucket'))).toEqual([
    'voltframe_release_requests_total{app="blog",release="aaaaaaaaaaaa",kind="page",status="2xx"} 3',
    'voltframe_release_sent_bytes_total{app="blog",release="aaaaaaaaaaaa",kind="page"} 300',
    'voltframe_release_cache_lookups_total{app="blog",release="aaaaaaaaaaaa",cache="document",result="hit"} 3',
    'voltframe_release_failures_total{app="blog",release="aaaaaaaaaaaa",kind="stale"} 1',
    'voltframe_release_render_duration_seconds_sum{app="blog",release="aaaaaaaaaaaa"} 0.03',
    'voltframe_release_render_duration_seconds_count{app="blog",release="aaaaaaaaaaaa"} 1',
  ]);
});

test.each([
  ['the live one', digest('b'), 'bbbbbbbbbbbb'],
  ['the one before', digest('a'), 'aaaaaaaaaaaa'],
  ['any other', digest('c'), 'other'],
  ['none', undefined, 'other'],
])('a release has its own label: %s', async (_, of, label) => {
  const { metrics, goLive, lines } = setUp();
  metrics.failure({ app: 'blog', digest: digest('a') }, 'page');
  goLive('blog', 'b');
  metrics.failure({ app: 'blog', digest: of }, 'stale');
  expect(await lines()).toContain(
    `voltframe_release_failures_total{app="blog",release="${label}",kind="stale"} 1`,
  );
});

test('after any number of releases there are as many series as after two', async () => {
  const { metrics, goLive, lines } = setUp();
  for (const letter of 'abcdefghabab') {
    goLive('blog', letter);
    const whose = { app: 'blog', digest: digest(letter) };
    metrics.failure(whose, 'page');
    metrics.render(whose, 1);
  }
  const releases = (await lines()).map((line) => /release="(\w+)"/.exec(line)![1]);
  expect(new Set(releases)).toEqual(new Set(['aaaaaaaaaaaa', 'bbbbbbbbbbbb']));
});
