import { expect, it } from 'vitest';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';
import { describeRollback } from '../../../src/cli/output/rollback-text.ts';

const digest = (letter: string) => letter.repeat(64);
const plan = {
  app: 'blog',
  from: { digest: digest('a') },
  to: { digest: digest('b'), receivedAt: 0 },
  liveUntil: 60_000,
  also: [],
  pages: { back: [], gone: [] },
  checks: [],
} as unknown as RollbackPlan;
const lines = (part: object, now = 3_600_000) => describeRollback({ ...plan, ...part }, now).split('\n');

it('says from where to where, how old that is and until when it was live', () => {
  expect(lines({})).toEqual([
    'blog aaaaaaaaaaaa → bbbbbbbbbbbb',
    expect.stringMatching(/^  received 1970-01-01 00:00:00Z \(.*\), live until 1970-01-01 00:01:00Z$/),
  ]);
});

it.each<[what: string, part: object, line: string]>([
  ['that it was never live', { liveUntil: null }, 'never live: it is checked first'],
  [
    'what goes with it',
    { also: [{ app: 'shell', from: digest('c'), to: digest('d') }] },
    'with it shell cccccccccccc → dddddddddddd',
  ],
  [
    'what goes off the site with it',
    { also: [{ app: 'legal', from: digest('c'), to: null }] },
    'with it legal cccccccccccc off the site',
  ],
  ['which pages come back', { pages: { back: ['/a', '/b'], gone: [] } }, 'pages that come back: /a, /b'],
  [
    'which pages go, in words that no terminal obeys',
    { pages: { back: [], gone: ['/\u001b[2J'] } },
    'pages that go: / [2J',
  ],
  [
    'why it is refused, and what to do',
    { checks: [{ code: 'X', app: 'blog', reason: 'r', fix: 'f' }] },
    '  X: r\n  → f',
  ],
])('says %s', (_, part, line) => {
  expect(lines(part).join('\n')).toContain(line);
});
