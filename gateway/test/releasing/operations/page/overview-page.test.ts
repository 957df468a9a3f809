import { expect, test } from 'vitest';
import {
  contractTable,
  gatewayTable,
  overviewPage,
  sharedTable,
  upstreamsTable,
} from '../../../../src/releasing/operations/page/overview-page.ts';
import { figuresOf, hoursOf, seenOf } from './played-seen.ts';
import { digest, history, NOW, operator, release, statusOf, wordsOf } from './played-status.ts';
import type { AppStatus, UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';

const overview = {
  status: statusOf(),
  waiting: [],
  held: [],
  seen: [],
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

test('worse errors and figures are listed with their app', () => {
  const seen = [
    seenOf('blog', { hours: hoursOf(digest('a'), [4, 22, 31]), figures: figuresOf() }),
    seenOf('legal'),
  ];
  const { text } = overviewPage({ ...overview, seen });
  const words = wordsOf({ text });
  expect(words).toContain('2 things to look at');
  expect(words).toContain('blog : more errors than before: ');
  expect(words).toContain('4 min ago 57 more than before 2.9 s live');
  expect(words).toMatch(/legal a1b2c3d .* 3 days ago 0 – live/);
  // The user may not see the reports of the shell.
  expect(words).toMatch(/page of shell .* 4 min ago – – live/);
});

test('each gateway has a line with its version, contracts, composition and last announcement', () => {
  const gateway = { version: '1.4.0', contract: { oldest: '1.0', newest: '1.2' }, seenAt: NOW };
  const gateways = [
    { ...gateway, id: 'web-1-aa11', composition: digest('7') },
    { ...gateway, id: 'web-2-bb22', version: '1.3.9', composition: digest('6'), seenAt: NOW - 25_000 },
    { ...gateway, id: 'web-3-cc33', composition: null, seenAt: NOW + 2_000 },
  ];
  const table = gatewayTable(statusOf({ gateways }), NOW);
  expect(wordsOf(table)).toBe(
    'Gateways Gateway Version Contracts Shows composition Last word ' +
      'web-1-aa11 1.4.0 1.0 to 1.2 777777777777 0 s ago ' +
      'web-2-bb22 1.3.9 1.0 to 1.2 666666666666 not the live one 25 s ago ' +
      'web-3-cc33 1.4.0 1.0 to 1.2 nothing yet not the live one 0 s ago',
  );
  const { text } = table as { text: string };
  expect(text).toContain('aria-label="Gateways"');
  expect(overviewPage({ ...overview, status: statusOf({ gateways }) }).text).toContain(text);
});

test('empty sections are left out', () => {
  const { text } = overviewPage(overview);
  for (const id of ['what-waits', 'previews', 'still-served', 'upstreams', 'gateways'])
    expect(text).not.toContain(`id="${id}"`);
});

const contract = { oldest: '1.1', newest: '1.3', kit: 'voltframe-kit-1.3.2.tgz' };
const builtWith = (name: string, version: string, left?: number) =>
  ({ app: name, contract: { version, ...(left !== undefined && { left }) } }) as AppStatus;

test('contracts are shown with the live releases that drop out next and the kit to build them with', () => {
  const text = wordsOf(
    contractTable({
      contract,
      apps: [builtWith('blog', '1.1', 0), builtWith('legal', '1.1', 0), builtWith('shell', '1.3', 2)],
    }),
  );
  expect(text).toContain('Contract: 1.1 to 1.3 is taken');
  expect(text).toContain('1.3 shell – ');
  expect(text).toContain(
    '1.1 blog , legal falls out with the next version build with voltframe-kit-1.3.2.tgz',
  );
});

const cms: UpstreamStatus = {
  name: 'cms',
  apps: ['blog'],
  circuit: 'closed',
  answers: 3,
  failing: 0,
  oldestAt: 0,
};
const upstreamText = (upstream: UpstreamStatus) =>
  String((upstreamsTable({ upstreams: [upstream] }, 0) || undefined)?.text);

test.each<[Partial<UpstreamStatus>, string]>([
  [{}, 'badge good">answers'],
  [{ failing: 2 }, 'badge warn">2 cannot be had anew'],
  [{ answers: 0, lastError: { code: 'UPSTREAM_ANSWER', reason: '', at: 0 } }, 'badge bad">no answer yet'],
  [{ circuit: 'open', failing: 2 }, 'badge bad">fails, left alone'],
])('the state of an upstream with %j is shown', (changed, text) => {
  expect(upstreamText({ ...cms, ...changed })).toContain(text);
});

test('a waiting release is shown with the apps that it waits for, as far as they are known', () => {
  const waiting = ['news', 'docs'].map((app) => release(app));
  const status = statusOf({
    waiting: [{ app: 'news', digest: waiting[0]!.digest, waitsFor: ['blog', 'shell'] }],
  });
  const text = wordsOf(overviewPage({ ...overview, waiting, status }));
  expect(text).toContain('for blog, shell');
  expect(text).toContain('for another app');
});

test('a change of a shared module is shown with the apps that accept it, wait with it or are missing', () => {
  const change = {
    module: 'react',
    from: '19.3.1',
    to: '20.0.0',
    shell: 'b'.repeat(64),
    accepted: ['docs'],
    ready: ['news', 'legal'],
    missing: ['blog'],
  };
  expect(wordsOf(sharedTable(statusOf({ sharedChanges: [change] })))).toContain(
    'react 19.3.1 → 20.0.0 bbbbbbbbbbbb docs news , legal blog',
  );
  const gone = { ...change, to: null, accepted: [], ready: [], missing: [] };
  expect(wordsOf(sharedTable(statusOf({ sharedChanges: [gone] })))).toContain(
    '19.3.1 → none bbbbbbbbbbbb – – –',
  );
});
