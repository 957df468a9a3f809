import { expect, it, test } from 'vitest';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { describeVerdict, describeChanges } from '../../../src/cli/output/verdict-text.ts';
import type { RouteMeasurement } from '@voltframe/kit/contract/operations/figures';

const verdict: Verdict = {
  accepted: true,
  activated: false,
  releases: [{ app: 'blog', digest: 'a'.repeat(64) }],
  checks: [],
  composition: 'c'.repeat(32),
};
const defect = { code: 'ADMISSION_ROUTE', app: 'blog', reason: 'one\ntwo', fix: 'Take\u001b[31m another.' };

const CASES: { of: string; verdict: Partial<Verdict>; says: string }[] = [
  { of: 'one that is live', verdict: { activated: true }, says: 'live, in composition cccccccccccc' },
  { of: 'one that was only checked', verdict: {}, says: 'every check passed; nothing was activated' },
  {
    of: 'one that is held',
    verdict: { waiting: { for: 'freeze', reason: 'campaign' } },
    says: 'accepted, but waits (freeze): campaign',
  },
  {
    of: 'a refused one',
    verdict: { accepted: false, checks: [defect] },
    says: 'refused, one defect; nothing has changed\n\n  ADMISSION_ROUTE (blog)\n  one two\n  → Take [31m another.',
  },
  {
    of: 'one with two defects',
    verdict: { accepted: false, checks: [defect, defect] },
    says: 'refused, 2 defects;',
  },
  {
    of: 'one that is live and leaves something to mend',
    verdict: {
      activated: true,
      warnings: [
        { ...defect, owner: 'news', digest: 'd'.repeat(64), lost: { kind: 'link', name: '/blog/a' } },
      ],
    },
    says: 'live, in composition cccccccccccc\n\n  warning ADMISSION_ROUTE (for news)\n  one two\n  → Take [31m another.',
  },
  {
    of: 'a preview',
    verdict: { previewUrl: 'http://site.test/?preview=x', previewUntil: 0 },
    says: 'accepted; look at it here:\n\n  http://site.test/?preview=x',
  },
];

it.each(CASES)('says of $of what became of it', ({ verdict: part, says }) => {
  expect(describeVerdict({ ...verdict, ...part })).toContain(`blog aaaaaaaaaaaa: ${says}`);
});

it('says how long a preview works', () => {
  const text = describeVerdict({ ...verdict, previewUrl: 'http://site.test/', previewUntil: 60_000 });
  expect(text).toContain('works until 1970-01-01 00:01:00Z; publish without --preview');
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
  ['nothing that it could be compared with', of({ post: PAGE })],
  ['no other', of({ post: PAGE }, { post: PAGE })],
  ['one by a few bytes', of({ post: { ...PAGE, html: 9_099 } }, { post: PAGE })],
])('nothing is said of %s', (_, text) => {
  expect(text).toBeUndefined();
});

test('routes that a release changes are shown with what they have now, and by how much; only what changed', () => {
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
      'blog: what it changes  html    js                 css              images  requests',
      'added (new)            9.0 kB  12.0 kB            2.0 kB           0 B     12',
      'post                   -       15.4 kB (+3.4 kB)  1.9 kB (−100 B)  -       13 (+1)',
      'removed (gone)',
    ].join('\n'),
  );
});

test('of very many routes, those that changed most are shown', () => {
  const now = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`r${index}`, { ...PAGE, html: 9_100 + index }]),
  );
  const before = Object.fromEntries(Object.keys(now).map((route) => [route, PAGE]));
  const lines = of(now, before)!.split('\n');
  expect(lines).toHaveLength(22);
  expect(lines[1]).toMatch(/^r499 /);
  expect(lines.at(-1)).toBe('and 480 more routes');
});

test('what a gateway answers is not obeyed by a terminal', () => {
  expect(of({ 'a\u001b[31m': PAGE }, {})).not.toContain('\u001b');
});
