import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';
import { describe, expect, it } from 'vitest';
import { describeErrorGroup, describeErrors } from '../../../src/cli/output/errors-text.ts';

const NOW = 10 * 3_600_000;
const DIGEST = 'a'.repeat(64);
const group = (changed: Partial<ErrorGroup> = {}): ErrorGroup => ({
  id: '7k2m9x1q',
  app: 'blog',
  release: DIGEST,
  kind: 'loader',
  message: 'no such post',
  frames: [],
  routes: [],
  browsers: {},
  times: 1,
  visitors: 0,
  firstSeen: NOW - 7_200_000,
  lastSeen: NOW - 240_000,
  composition: 'c'.repeat(32),
  isNew: true,
  ...changed,
});
const release = (changed: Partial<ReleaseSummary> = {}): Map<string, ReleaseSummary> =>
  new Map([
    [
      DIGEST,
      {
        app: 'blog',
        digest: DIGEST,
        state: 'admitted',
        live: true,
        source: 'push',
        receivedAt: 0,
        rolledBackAt: null,
        checks: [],
        ...changed,
      },
    ],
  ]);

describe('one error', () => {
  it('leaves out what is not known', () => {
    const told = describeErrorGroup(group(), new Map(), NOW);
    expect(told).toContain('  times     1\n  first     1970-01-01 08:00:00Z, 2 h ago\n  last ');
    expect(told).not.toMatch(/place|visitor|browsers {2}|routes {2}|frames/);
  });

  it('says which commit its release came from', () => {
    const identity = { commit: '1234567890', message: 'Show related posts', author: 'ada' };
    expect(describeErrorGroup(group(), release({ identity }), NOW)).toContain(
      '  release   aaaaaaaaaaaa 1234567 Show related posts (ada), live\n',
    );
  });

  it.each<[string, Partial<ErrorGroup>, Map<string, ReleaseSummary>, string]>([
    ['goes back from a live release that brought it', {}, release(), 'mfe rollback blog --dry-run'],
    ['mends what an earlier one had, too', { isNew: false }, release(), 'the release before has it too'],
    [
      'asks whose it is that a visitor may have invented',
      { unlisted: true },
      release(),
      'mfe replay 7k2m9x1q',
    ],
    ['leaves what is not live', {}, release({ live: false }), 'not live any more'],
    ['leaves what is not kept', {}, new Map(), 'not live any more'],
  ])('%s', (_, changed, known, words) => {
    expect(describeErrorGroup(group(changed), known, NOW).split('\n').at(-1)).toContain(words);
  });

  it('holds nothing that a terminal would obey', () => {
    const hostile = '\u001b[2J\nlast';
    const told = describeErrorGroup(
      group({ message: hostile, place: hostile, frames: [hostile], routes: [hostile] }),
      new Map(),
      NOW,
    );
    expect(told).not.toContain('\u001b');
    expect(told).not.toMatch(/^last/m);
  });
});

describe('a list', () => {
  const told = (...groups: ErrorGroup[]): string =>
    describeErrors({ groups, more: false }, { app: undefined, asked: {}, releases: release(), now: NOW });

  it('cuts a message at its end, a place at its start', () => {
    const table = told(group({ message: 'm'.repeat(300), place: `src/${'p'.repeat(60)}/page.tsx:12` }));
    expect(table).toContain(` ${'m'.repeat(59)}…  4 min ago`);
    expect(table).toMatch(/ …p+\/page\.tsx:12 /);
  });

  it('says by the kind where a place is not known', () => {
    expect(told(group({ kind: 'chunk' }))).toMatch(/\(live, new\) +chunk +no such post/);
  });
});
