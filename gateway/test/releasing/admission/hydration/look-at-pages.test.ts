import { expect, test } from 'vitest';
import { lookAtPages } from '../../../../src/releasing/admission/hydration/look-at-pages.ts';
import { playedSite } from '../../../fixtures/played-site.ts';

/** Looks at four pages that fail. @param untried whether the machine may be the cause. */
async function look(untried: boolean) {
  let ended = 0;
  const pagesOfDocs = { '/docs': 'x', '/docs/a': 'x', '/docs/b': 'x', '/docs/c': 'x' };
  const site = playedSite({ docs: { pages: pagesOfDocs } });
  const found = await lookAtPages(site, {
    app: 'docs',
    now: () => 0,
    hydrate: () => ({
      pages: async (pages) => ({
        failed: pages.map((page) => ({ page, reason: 'boom', at: ['here:1'], elsewhere: false, untried })),
        passed: [],
      }),
      exposes: async () => [],
      end: () => void ended++,
    }),
  });
  return { found, ended };
}

test('at most three pages are hydrated, and a failure is described with its line', async () => {
  expect(await look(false)).toEqual({
    found: ['/docs', '/docs/a', '/docs/b'].map((path) => `${path} fails in the browser: boom at here:1`),
    ended: 1,
  });
});

test('an untried page is not reported', async () => {
  expect(await look(true)).toEqual({ found: [], ended: 1 });
});
