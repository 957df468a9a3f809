import { expect, test } from 'vitest';
import { samplePages } from '../../../src/releasing/admission/page-sample.ts';
import { playedSite } from '../../fixtures/played-site.ts';

/** @param apps number of apps with as many pages each, of one route each. */
async function sampleOf(apps: number, pages: number) {
  const played = Array.from({ length: apps }, (_, app) => [
    `app-${app}`,
    { pages: Object.fromEntries(Array.from({ length: pages }, (_each, page) => [`/${app}/${page}`, 'x'])) },
  ]);
  const site = playedSite(Object.fromEntries(played) as Parameters<typeof playedSite>[0]);
  const sample = await samplePages(site, site.composition.routes, async ({ route, path }) =>
    path.endsWith('/0') ? undefined : route.app,
  );
  const counts = [...Map.groupBy(sample.pages, (app) => app).values()].map(({ length }) => length);
  return { counts, isPartial: sample.isPartial };
}

test('all pages of few apps are looked at', async () => {
  expect(await sampleOf(2, 5)).toEqual({ counts: [4, 4], isPartial: false });
});

test('at most ten pages of an app count, and then the sample is partial', async () => {
  expect(await sampleOf(2, 12)).toEqual({ counts: [10, 10], isPartial: true });
});

test('at most sixty pages count, of every app', async () => {
  expect(await sampleOf(30, 5)).toEqual({ counts: Array(30).fill(2), isPartial: true });
});

test('three pages of a route are looked at', async () => {
  const pages = Object.fromEntries(Array.from({ length: 4 }, (_, page) => [`/docs/${page}`, 'x']));
  const site = playedSite({ docs: { pages, open: { '/docs/:slug': 404 } } });
  const paths = await samplePages(site, site.composition.routes, async ({ path }) => path);
  expect(paths).toEqual({ pages: ['/docs/0', '/docs/1', '/docs/2'], isPartial: true });
});
