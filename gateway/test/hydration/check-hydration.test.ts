import { expect, test } from 'vitest';
import type { ServedComposition } from '../../src/compositions/served-composition.ts';
import { createHydrationCheck } from '../../src/hydration/check-hydration.ts';
import type { Signals } from '../../src/hydration/hydrator.ts';

test.each([
  ['at a first start one page of each route is enough: nobody is answered meanwhile', true],
  ['beside what is live every page is hydrated that there is time for', false],
])('%s', (_, isFirst) => {
  const begun: Signals[] = [];
  const { begin } = createHydrationCheck({
    hydrate(_releases, signals) {
      begun.push(signals);
      return { pages: async () => ({ failed: [], passed: [] }), exposes: async () => [], end() {} };
    },
    pagesPerRoute: 50,
    now: () => 0,
    hurryMs: 1_000,
    after: () => () => {},
  });
  const candidate = { releases: {}, scripts: {} } as unknown as ServedComposition;
  begin(candidate, new Set(), { signal: new AbortController().signal, isFirst }).end();
  expect(begun.map(({ hurry, signal }) => [hurry.aborted, signal.aborted])).toEqual([[isFirst, false]]);
});
