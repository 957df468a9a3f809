import type { Composition } from '@voltframe/kit/contract/release/composition';
import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/observing/telemetry/metrics.ts';
import { createVitals, type MeasuredView } from '../../../src/observing/telemetry/vitals.ts';
import { noSources } from '../../fixtures/test-telemetry.ts';

const digest = (letter: string) => letter.repeat(64);
const compositionOf = (docs: string) =>
  ({
    apps: { shell: digest('5'), docs: digest(docs), news: digest('e') },
    routes: [
      { id: 'docs.home', app: 'docs', prerender: true },
      { id: 'docs.search', app: 'docs', prerender: false },
      { id: 'news.home', app: 'news', prerender: true },
    ],
  }) as unknown as Composition;

function setUp() {
  let live = compositionOf('a');
  const metrics = createMetrics({ ...noSources, live: () => live }, () => 0);
  const { takeVitals } = createVitals(metrics);
  const series = async () => {
    const { text } = await metrics.expose();
    return text.split('\n').filter((line) => /^voltframe_release_(vital|layout)/.test(line));
  };
  return {
    take: (vitals: Partial<MeasuredView['vitals']>, composition = live) =>
      takeVitals({ composition, vitals: { route: 'docs.home', ...vitals } }),
    goLive: (docs: string) => (live = compositionOf(docs)),
    series,
    counts: async () => (await series()).filter((line) => line.includes('_count{')),
  };
}

const countOf = (app: string, release: string, route: string, vital: string, times = 1) =>
  `voltframe_release_vital_seconds_count{app="${app}",release="${release.repeat(12)}",route="${route}",vital="${vital}"} ${times}`;

test('counts each measurement by app, release and kind of route, and again for the shell', async () => {
  const { take, series } = setUp();
  take({ lcp: 2_400, inp: 0, ttfb: 80, hydration: 640, cls: 0.12 });
  take({ route: 'docs.search', lcp: 4_100 });
  const all = await series();
  for (const vital of ['lcp', 'inp', 'ttfb', 'hydration'])
    for (const [app, release] of [
      ['docs', 'a'],
      ['shell', '5'],
    ] as const)
      expect(all).toContain(countOf(app, release, 'cached', vital));
  expect(all).toContain(countOf('docs', 'a', 'uncached', 'lcp'));
  const of = 'app="docs",release="aaaaaaaaaaaa",route="cached"';
  expect(all).toContain(`voltframe_release_vital_seconds_bucket{le="2.5",${of},vital="lcp"} 1`);
  expect(all).toContain(`voltframe_release_vital_seconds_bucket{le="1.8",${of},vital="lcp"} 0`);
  expect(all).toContain(`voltframe_release_layout_shift_bucket{le="0.15",${of}} 1`);
  expect(all).toContain(`voltframe_release_layout_shift_bucket{le="0.1",${of}} 0`);
});

test('counts a navigation for the app of the page that it led to', async () => {
  const { take, counts } = setUp();
  take({ navigations: [{ route: 'news.home', ms: 90 }] });
  expect(await counts()).toEqual([
    countOf('news', 'e', 'cached', 'navigation'),
    countOf('shell', '5', 'cached', 'navigation'),
  ]);
});

test.each<[string, object]>([
  ['a route that the composition does not have', { route: 'docs.gone', lcp: 1 }],
  ['a navigation to such a route', { navigations: [{ route: '__proto__', ms: 1 }] }],
  ['a negative time', { lcp: -1 }],
  ['a time of more than ten minutes', { inp: 600_001 }],
  ['an impossible layout shift', { cls: 101 }],
  ['no number', { ttfb: Number.NaN }],
  ['an infinite number', { hydration: Number.POSITIVE_INFINITY }],
  ['an unknown vital', { fcp: 1 }],
])('ignores %s', async (_, vitals) => {
  const { take, counts } = setUp();
  take(vitals);
  expect(await counts()).toEqual([]);
});

test('has the series of two releases of an app after any number of releases', async () => {
  const { take, goLive, counts } = setUp();
  for (const letter of 'abcdf') {
    goLive(letter);
    take({ lcp: 1 });
  }
  const releases = (await counts()).flatMap((line) => /app="docs",release="(\w+)"/.exec(line)?.[1] ?? []);
  expect(releases.toSorted()).toEqual(['dddddddddddd', 'ffffffffffff']);
});

test('counts a view of an older, still leased composition under another label', async () => {
  const { take, goLive, counts } = setUp();
  goLive('b');
  goLive('c');
  take({ lcp: 1 });
  take({ lcp: 1 }, compositionOf('9'));
  expect((await counts()).filter((line) => line.includes('app="docs"'))).toEqual([
    countOf('docs', 'c', 'cached', 'lcp'),
    countOf('docs', 'c', 'cached', 'lcp').replace('c'.repeat(12), 'other'),
  ]);
});
