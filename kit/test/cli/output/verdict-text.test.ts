import { expect, it, test } from 'vitest';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { describeVerdict, describeChanges } from '../../../src/cli/output/verdict-text.ts';
import type { RouteMeasurement } from '@voltframe/kit/contract/operations/measurements';

const verdict: Verdict = {
  accepted: true,
  activated: false,
  releases: [{ app: 'blog', digest: 'a'.repeat(64) }],
  checks: [],
  composition: 'c'.repeat(32),
};
const defect = { code: 'ADMISSION_ROUTE', app: 'blog', reason: 'one\ntwo', fix: 'Take\u001b[31m another.' };

const warned = {
  ...defect,
  owner: 'news',
  digest: 'd'.repeat(64),
  lost: { kind: 'link', name: '/blog/a' },
} as const;
const WORDS = 'ADMISSION_ROUTE';

it.each<[name: string, part: Partial<Verdict>, text: string]>([
  [
    'a release that a gateway does not serve yet',
    { activated: true, behind: ['web-2\u001b[31m'] },
    'live, in composition cccccccccccc; not yet shown, after 10 s, by web-2',
  ],
  ['a release with two defects', { accepted: false, checks: [defect, defect] }, 'refused, 2 defects;'],
  [
    'a live release with a warning',
    { activated: true, warnings: [warned] },
    `live, in composition cccccccccccc\n\n  warning ${WORDS} (for news)\n  one two\n  → Take another.`,
  ],
  [
    'a release that shares a library',
    {
      libraries: [
        {
          name: '@acme/ui',
          copies: [
            { version: '3.0.1', apps: ['blog', 'shop'] },
            { version: '2.9\u001b[31m', apps: ['docs'] },
          ],
        },
      ],
    },
    'every check passed; nothing was activated\n\n  shared @acme/ui: 3.0.1 of blog and shop; 2.9 of docs',
  ],
  [
    'a preview',
    { previewUrl: 'http://site.test/?preview=x', previewUntil: 60_000 },
    'accepted; address of the preview:\n\n  http://site.test/?preview=x\n  works until 1970-01-01 00:01:00Z; mfe publish makes it live',
  ],
])('prints the outcome of %s', (_, part, text) => {
  expect(describeVerdict({ ...verdict, ...part })).toContain(`blog aaaaaaaaaaaa: ${text}`);
});

const PAGE: RouteMeasurement = {
  html: 9_000,
  js: 12_000,
  css: 2_000,
  images: 0,
  requests: 12,
};
const of = (routes: Record<string, RouteMeasurement>, before?: Record<string, RouteMeasurement>) =>
  describeChanges({
    app: 'blog',
    digest: 'a',
    measured: { routes },
    ...(before && { before: { digest: 'b', routes: before } }),
  });

test.each([
  ['without an earlier measurement', of({ post: PAGE })],
  ['without a change', of({ post: PAGE }, { post: PAGE })],
  ['for a change of a few bytes', of({ post: { ...PAGE, html: 9_099 } }, { post: PAGE })],
])('prints no changes %s', (_, text) => {
  expect(text).toBeUndefined();
});

test('prints the routes that a release changes, with new values and differences', () => {
  const text = of(
    {
      post: { ...PAGE, js: 15_400, css: 1_900, requests: 13 },
      list: PAGE,
      added: PAGE,
    },
    { post: PAGE, list: PAGE, removed: PAGE },
  );
  expect(text).toBe(
    [
      'blog: changes   html    js                 css              images  requests',
      'added (new)     9.0 kB  12.0 kB            2.0 kB           0 B     12',
      'post            -       15.4 kB (+3.4 kB)  1.9 kB (−100 B)  -       13 (+1)',
      'removed (gone)',
    ].join('\n'),
  );
});

test('prints the 20 routes that changed most', () => {
  const now = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`r${index}`, { ...PAGE, html: 9_100 + index }]),
  );
  const before = Object.fromEntries(Object.keys(now).map((route) => [route, PAGE]));
  const lines = of(now, before)!.split('\n');
  expect(lines).toHaveLength(22);
  expect(lines[1]).toMatch(/^r499 /);
  expect(lines.at(-1)).toBe('and 480 more routes');
});

test('removes control characters from names of routes', () => {
  expect(of({ 'a\u001b[31m': PAGE }, {})).not.toContain('\u001b');
});
