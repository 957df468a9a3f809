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

describe('describeErrorGroup', () => {
  it('leaves unknown fields out', () => {
    const text = describeErrorGroup(group(), new Map(), NOW);
    expect(text).toContain('  times     1\n  first     1970-01-01 08:00:00Z, 2 h ago\n  last ');
    expect(text).not.toMatch(/place|visitor|browsers {2}|routes {2}|frames/);
  });

  it('prints the commit of the release', () => {
    const identity = { commit: '1234567890', message: 'Show related posts', author: 'ada' };
    expect(describeErrorGroup(group(), release({ identity }), NOW)).toContain(
      '  release   aaaaaaaaaaaa 1234567 Show related posts (ada), live\n',
    );
  });

  it.each<[string, Partial<ErrorGroup>, Map<string, ReleaseSummary>, string]>([
    ['names the rollback for an error of the live release', {}, release(), 'mfe rollback blog --dry-run'],
    [
      'reports that the previous release also has the error',
      { isNew: false },
      release(),
      'the release before also has it',
    ],
    [
      'names the replay for an address that a visitor may have invented',
      { unlisted: true },
      release(),
      'mfe replay 7k2m9x1q',
    ],
    ['reports that the release is no longer live', {}, release({ live: false }), 'no longer live'],
    ['reports that an unknown release is no longer live', {}, new Map(), 'no longer live'],
  ])('%s', (_, changed, known, words) => {
    expect(describeErrorGroup(group(changed), known, NOW).split('\n').at(-1)).toContain(words);
  });

  it('prints no control characters', () => {
    const hostile = '\u001b[2J\nlast';
    const text = describeErrorGroup(
      group({ message: hostile, place: hostile, frames: [hostile], routes: [hostile] }),
      new Map(),
      NOW,
    );
    expect(text).not.toContain('\u001b');
    expect(text).not.toMatch(/^last/m);
  });
});

describe('describeErrors', () => {
  const text = (...groups: ErrorGroup[]): string =>
    describeErrors({ groups, more: false }, { app: undefined, asked: {}, releases: release(), now: NOW });

  it('truncates a message at its end and a place at its start', () => {
    const table = text(group({ message: 'm'.repeat(300), place: `src/${'p'.repeat(60)}/page.tsx:12` }));
    expect(table).toContain(` ${'m'.repeat(59)}…  4 min ago`);
    expect(table).toMatch(/ …p+\/page\.tsx:12 /);
  });

  it('prints the kind of an error without a place', () => {
    expect(text(group({ kind: 'chunk' }))).toMatch(/\(live, new\) +chunk +no such post/);
  });
});
