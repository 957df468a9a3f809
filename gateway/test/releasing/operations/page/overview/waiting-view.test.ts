import type { ReleaseSummary, Status } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/token';
import { expect, test } from 'vitest';
import type { Html } from '../../../../../src/releasing/operations/page/html.ts';
import {
  sharedTable,
  waitingTable,
} from '../../../../../src/releasing/operations/page/overview/waiting-view.ts';

const you = { role: 'operator', app: null, name: 'ada' } as Token;
const summary = (app: string): ReleaseSummary => ({
  app,
  digest: app.repeat(16),
  state: 'waiting',
  live: false,
  source: 'push',
  receivedAt: 0,
  rolledBackAt: null,
  checks: [],
});
const statusOf = (more: Partial<Status>) => more as Status;
const textOf = (html: Html | false) =>
  html === false ? '' : html.text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

test('it says for which apps a release waits, as far as it is known', () => {
  const waiting = ['news', 'docs'].map(summary);
  const status = statusOf({
    waiting: [{ app: 'news', digest: waiting[0]!.digest, waitsFor: ['blog', 'shell'] }],
  });
  const text = textOf(waitingTable({ waiting, held: [] }, status, you, 0));
  expect(text).toContain('for blog, shell');
  expect(text).toContain('for another app');
});

test('what holds a release is said also of an app that is not on the site', () => {
  const held = [summary('news')];
  const { digest } = held[0]!;
  const textBy = (by: 'pin' | 'freeze') =>
    textOf(
      waitingTable(
        { waiting: [], held },
        statusOf({ apps: [], held: [{ app: 'news', digest, by }] }),
        you,
        0,
      ),
    );
  expect(textBy('pin')).toContain('waits for the pin to end');
  expect(textBy('freeze')).toContain('waits for the freeze to end');
});

test('of a shared module that changes it says who accepts it, who waits with it and who is missing', () => {
  const change = {
    module: 'react',
    from: '19.3.1',
    to: '20.0.0',
    shell: 'b'.repeat(64),
    accepted: ['docs'],
    ready: ['news', 'legal'],
    missing: ['blog'],
  };
  expect(textOf(sharedTable(statusOf({ sharedChanges: [change] })))).toContain(
    'react 19.3.1 → 20.0.0 bbbbbbbbbbbb docs news , legal blog',
  );
  const gone = { ...change, to: null, accepted: [], ready: [], missing: [] };
  expect(textOf(sharedTable(statusOf({ sharedChanges: [gone] })))).toContain(
    '19.3.1 → none bbbbbbbbbbbb – – –',
  );
});

test('where no shared module changes there is no table', () => {
  expect(sharedTable(statusOf({}))).toBe(false);
  expect(sharedTable(statusOf({ sharedChanges: [] }))).toBe(false);
});
