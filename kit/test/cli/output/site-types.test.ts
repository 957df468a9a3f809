import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { siteTypesText, literalText, typeText } from '../../../src/cli/output/site-types.ts';
import type { ObjectSchema, ValueSchema } from '../../../src/contract/page/value-schema.ts';

const NONE = {
  pages: {},
  resources: {},
  islands: {},
  islandProps: {},
  guards: {},
  places: [],
  shared: {},
  tokens: [],
  icons: [],
};
const OWN_NONE = { pages: [], islands: [], islandProps: {}, guards: [], icons: [] };
const count: ObjectSchema = { type: 'object', properties: { count: { type: 'number' } }, required: [] };
const text = siteTypesText(
  {
    ...NONE,
    pages: { '/': 'marketing', '/blog/:slug': 'blog' },
    resources: { '/blog/feed.xml': 'blog' },
    islands: { LatestPosts: 'blog' },
    islandProps: { LatestPosts: count },
    guards: { members: 'club' },
    places: ['terms'],
    tokens: ['--ink'],
    icons: ['lucide:arrow-right', 'lucide:globe', 'simple-icons:github'],
  },
  {
    pages: ['/terms'],
    islands: ['TermsNote'],
    islandProps: { TermsNote: count },
    guards: ['staff'],
    icons: ['lucide:globe', 'lucide:gone'],
  },
);

test('pages, resources, islands and guards of the site and of the app become unions of their names', () => {
  expect(text).toContain(
    "page: \n      | '/'\n      | '/blog/feed.xml'\n      | '/terms'\n      | `/blog/${string}`;",
  );
  expect(text).toContain("island: \n      | 'LatestPosts'\n      | 'TermsNote';");
  expect(text).toContain("guard: \n      | 'members'\n      | 'staff';");
  expect(text).toContain("place: \n      | 'terms';\n    token: \n      | '--ink';");
});

test('personal data of the app is named with its paths, whatever they hold; without any, none is', () => {
  const personal = { account: { paths: ['/me', '/orders/*', '/carts/**'] } };
  const types = siteTypesText(NONE, { ...OWN_NONE, personal });
  expect(types).toContain("personal: \n      | 'account';");
  expect(types).toContain(
    "| '/carts'\n      | '/me'\n      | `/carts/${string}`\n      | `/orders/${string}`;",
  );
  expect(siteTypesText(NONE, OWN_NONE)).not.toContain('personal');
});
