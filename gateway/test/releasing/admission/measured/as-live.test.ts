import { expect, test } from 'vitest';
import type { ServedComposition } from '../../../../src/serving/compositions/served-composition.ts';
import { createAsLive } from '../../../../src/releasing/admission/measured/as-live.ts';
import { largestPage } from '../../../../src/releasing/admission/measured/measure-page.ts';
import { measuredCandidate } from './measured-candidate.ts';

/** @returns whether docs.page of a candidate is as the live one has it. @param change of what is live. */
async function isAsLive(
  change: (live: ServedComposition) => ServedComposition | undefined,
): Promise<boolean> {
  const [{ candidate }, { candidate: live }] = [await measuredCandidate(), await measuredCandidate()];
  const route = candidate.composition.routes.find(({ id }) => id === 'docs.page')!;
  const tried = (await largestPage(candidate, route, 50))!;
  return createAsLive(candidate, change(live))(tried);
}

test('a route is as live when it has the same code, data, files and pages', async () => {
  expect(await isAsLive((live) => live)).toBe(true);
  expect(await isAsLive(() => undefined)).toBe(false);
});
test('a route with another script is not, nor one that is not live', async () => {
  const routes = (change: (js: string[]) => object[]) => (live: ServedComposition) => ({
    ...live,
    composition: {
      ...live.composition,
      routes: live.composition.routes.flatMap((route) =>
        change(route.js).map((changed) => ({ ...route, ...changed })),
      ),
    },
  });
  expect(await isAsLive(routes((js) => [{ js: [...js, '/assets/docs/another.js'] }]))).toBe(false);
  expect(await isAsLive(routes(() => []))).toBe(false);
});
test('a route of which another page is listed is not: the largest one may have gone', async () => {
  const withPages = (live: ServedComposition): ServedComposition => {
    live.renderer.paths = async () => [{ path: '/docs/pages/another' }];
    return live;
  };
  expect(await isAsLive(withPages)).toBe(false);
});
