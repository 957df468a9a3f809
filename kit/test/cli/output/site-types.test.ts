import { expect, test } from 'vitest';
import { siteTypesText } from '../../../src/cli/output/site-types.ts';

const NONE = { pages: {}, resources: {}, islands: {}, guards: {}, places: [], shared: {} };
const text = siteTypesText(
  {
    ...NONE,
    pages: { '/': 'marketing', '/blog/:slug': 'blog' },
    resources: { '/blog/feed.xml': 'blog' },
    islands: { LatestPosts: 'blog' },
  },
  { pages: ['/terms'], islands: ['TermsNote'] },
);

test('pages, resources and islands of the site and of the app become unions of their names', () => {
  expect(text).toContain(
    "page: \n      | '/'\n      | '/blog/feed.xml'\n      | '/terms'\n      | `/blog/${string}`;",
  );
  expect(text).toContain("island: \n      | 'LatestPosts'\n      | 'TermsNote';");
});

test('a site without islands has none that fits', () => {
  expect(siteTypesText(NONE, { pages: ['/'], islands: [] })).toContain('island: never;');
});

test('a name cannot leave its quotes', () => {
  const hostile = siteTypesText(
    { ...NONE, islands: { "a'; evil": 'x' } },
    { pages: ['/`${1}/:a'], islands: [] },
  );
  expect(hostile).toContain("| 'a\\'; evil'");
  expect(hostile).toContain('| `/\\`\\${1}/${string}`');
});
