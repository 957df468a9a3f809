import { expect, test } from 'vitest';
import type { Html } from '../../../src/operations/page/html.ts';
import { libraryTable, overviewPage } from '../../../src/operations/page/overview-page.ts';
import { digest, history, NOW, operator, statusOf, wordsOf } from './played-status.ts';
import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';

const overview = {
  status: statusOf(),
  history,
  you: operator,
  done: undefined,
  now: NOW,
};

test('each app has a line with its live release and the time of its activation', () => {
  const words = wordsOf(overviewPage(overview));
  expect(words).toContain(
    'blog a1b2c3d Say it shorter on the first page of blog (ada) aaaaaaaaaaaa 2026-11-22 16:26 UTC 4 min ago live',
  );
});

test('each gateway has a line with its version, composition and last announcement', () => {
  const gateway = { version: '1.4.0', contract: { oldest: 1, newest: 2 }, seenAt: NOW };
  const gateways = [
    { ...gateway, id: 'web-1-aa11', composition: digest('7') },
    { ...gateway, id: 'web-2-bb22', version: '1.3.9', composition: digest('6'), seenAt: NOW - 25_000 },
    { ...gateway, id: 'web-3-cc33', composition: null, seenAt: NOW + 2_000 },
  ];
  expect(wordsOf(overviewPage({ ...overview, status: statusOf({ gateways }) }))).toContain(
    'Gateways Gateway Version Shows composition Last word ' +
      'web-1-aa11 1.4.0 777777777777 0 s ago ' +
      'web-2-bb22 1.3.9 666666666666 not the live one 25 s ago ' +
      'web-3-cc33 1.4.0 nothing yet not the live one 0 s ago',
  );
});

test('the pages whose documents allow runtime styles or foreign code are listed', () => {
  const policies = [
    { app: 'blog', part: '/blog/charts', runtimeStyles: true as const },
    { app: 'shop', part: '/shop/pay', scripts: ['https://js.pay.example'] },
  ];
  expect(wordsOf(overviewPage({ ...overview, status: statusOf({ policies }) }))).toContain(
    'Policies of their own App Page Its document allows blog /blog/charts stylesheets that it makes while it renders ' +
      'shop /shop/pay code of https://js.pay.example',
  );
});

const libraries = [
  {
    name: '@acme/ui',
    copies: [
      { version: '3.0.1', apps: ['blog', 'shop'] },
      { version: '2.9.0', apps: ['docs'] },
    ],
  },
  { name: 'zod', copies: [{ version: '4.6.7', apps: ['news'] }] },
];

test('shared libraries are listed with their apps and the versions that differ', () => {
  expect(wordsOf(overviewPage({ ...overview, status: statusOf({ libraries }) }))).toContain(
    'Shared libraries Library Versions State @acme/ui 3.0.1 of blog and shop; 2.9.0 of docs 2 copies ' +
      'zod 4.6.7 of news',
  );
});

test('the libraries of one app are those that it shares', () => {
  expect(wordsOf(libraryTable({ libraries }, 'docs') as Html)).not.toContain('zod');
  expect(libraryTable({ libraries }, 'legal')).toBe(false);
});

test('empty sections are left out', () => {
  const { text } = overviewPage(overview);
  for (const id of [
    'what-waits',
    'previews',
    'upstreams',
    'policies-of-their-own',
    'shared-libraries',
    'gateways',
  ])
    expect(text).not.toContain(`id="${id}"`);
});

const cms: UpstreamStatus = {
  name: 'cms',
  apps: ['blog'],
  circuit: 'closed',
  answers: 3,
  failing: 0,
  oldestAt: 0,
};

test.each<[Partial<UpstreamStatus>, string]>([
  [{}, 'badge good">answers'],
  [{ failing: 2 }, 'badge warn">2 cannot be had anew'],
  [{ answers: 0, lastError: { code: 'UPSTREAM_ANSWER', reason: '', at: 0 } }, 'badge bad">no answer yet'],
  [{ circuit: 'open', failing: 2 }, 'badge bad">fails, left alone'],
])('the state of an upstream with %j is shown', (changed, text) => {
  const status = statusOf({ upstreams: [{ ...cms, ...changed }] });
  expect(overviewPage({ ...overview, status }).text).toContain(text);
});

test('a waiting release is shown with what it waits for, as far as that is known', () => {
  const status = statusOf({
    waiting: [
      { app: 'news', digest: digest('c'), waitsFor: ['blog', 'shell'] },
      { app: 'docs', digest: digest('d'), waitsFor: [] },
    ],
    held: [{ app: 'shop', digest: digest('e'), by: 'freeze' }],
  });
  expect(wordsOf(overviewPage({ ...overview, status }))).toContain(
    'What waits App Release Why Actions news cccccccccccc waits for blog, shell Withdraw ' +
      'docs dddddddddddd waits for another app Withdraw ' +
      'shop eeeeeeeeeeee waits for the freeze to end Withdraw',
  );
});
