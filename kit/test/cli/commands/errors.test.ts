import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeErrorGroup, describeErrors } from '../../../src/cli/commands/errors.ts';
import { describeRelease, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';

const against = againstGateway();
const { cwd, mfe } = against;

const group = (changed: Partial<ErrorGroup>): ErrorGroup => ({
  id: '7k2m9x1q',
  app: 'legal',
  release: describeRelease('legal').digest,
  kind: 'render',
  message: 'late is\n\u001b[31m not defined',
  place: 'src/pages/terms.tsx:12',
  frames: ['Terms (legal src/pages/terms.tsx:12)'],
  route: 'terms',
  source: 'browser',
  browser: 'safari',
  times: 12,
  firstSeen: 0,
  lastSeen: 0,
  composition: 'c'.repeat(32),
  isNew: true,
  ...changed,
});

const requestsOf = (name: string) => against.gateway.requests.filter((request) => request.name === name);

beforeEach(async () => {
  writeReleaseFolder(cwd, 'legal');
  await mfe(['publish', 'legal']);
  against.gateway.errors.push(group({}));
});

describe('mfe errors', () => {
  it('lists the errors of an app with their releases and the next command', async () => {
    const digest = describeRelease('legal').digest.slice(0, 12);
    const { code, out } = await mfe(['errors', 'legal']);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'ID        TIMES  RELEASE                   PLACE                   MESSAGE              LAST',
        `7k2m9x1q     12  ${digest} (live, new)  src/pages/terms.tsx:12  late is not defined  just now`,
        '',
        'mfe errors 7k2m9x1q shows the place of one',
        '',
      ].join('\n'),
    );
  });

  it('adds a column for the app when it lists all apps, and reports that more errors exist', async () => {
    against.gateway.errors.push(group({ app: 'blog', id: '00000000' }));
    const { out } = await mfe(['errors']);
    expect(out).toMatch(/^ID +APP +TIMES/);
    expect(out).toContain('more errors exist');
  });

  it('sends its filters to the gateway', async () => {
    await mfe(['errors', 'legal', '--release', '3f2a9c', '--since', '1970-01-02', '--limit', '7']);
    expect(requestsOf('errors')[0]!.query).toEqual({
      app: 'legal',
      release: '3f2a9c',
      since: '86400000',
      limit: '7',
    });
  });

  it('lists the errors of the app in the current folder', async () => {
    const config = `export default { name: 'legal', routes: [] };`;
    writeFileSync(path.join(cwd, 'mfe.config.ts'), config);
    await mfe(['errors']);
    expect(requestsOf('errors')[0]!.query).toEqual({ app: 'legal' });
  });

  it('reports that there are no errors', async () => {
    against.gateway.errors.length = 0;
    expect((await mfe(['errors', 'blog'])).out).toMatch(/^no errors of blog are kept\n.*report=1\.\n$/);
    expect((await mfe(['errors', 'blog', '--since', '1970-01-01'])).out).toBe(
      'no errors of blog since 1970-01-01 00:00:00Z\nAutomated browsers report only from pages opened with ?report=1.\n',
    );
  });

  it.each([
    [['errors', '--since', 'yesterday'], /neither a time ago/],
    [['errors', '--limit', '0'], /not a number above 0/],
    [['errors', '7k2m9x1q', '--limit', '2'], /an id alone/],
    [['errors', 'blog', 'legal'], /too many arguments/],
  ])('exits with 2 for %j', async (argv, reason) => {
    const { code, err } = await mfe(argv);
    expect(code).toBe(2);
    expect(err).toMatch(reason);
  });
});

describe('mfe errors <id>', () => {
  it('shows every field of an error', async () => {
    const { code, out } = await mfe(['errors', '7k2m9x1q']);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        '7k2m9x1q  legal: late is not defined',
        '  where     in browsers, while a component rendered',
        '  place     src/pages/terms.tsx:12',
        '  times     12',
        '  first     1970-01-01 00:00:00Z, just now',
        '  last      1970-01-01 00:00:00Z, just now',
        `  release   ${describeRelease('legal').digest.slice(0, 12)}, live`,
        '            new in this release',
        '  route     terms',
        '  browser   safari',
        '  frames',
        '    Terms (legal src/pages/terms.tsx:12)',
        '',
        `fix it and publish, or roll back: mfe rollback legal --dry-run shows the target. mfe errors legal --release ${describeRelease('legal').digest.slice(0, 12)} lists the errors of that release`,
        '',
      ].join('\n'),
    );
  });

  it('shows an error once for each release, and prints the answer of the gateway with --json', async () => {
    against.gateway.errors.push(group({ release: 'e'.repeat(64), isNew: false }));
    const { out } = await mfe(['errors', '7k2m9x1q']);
    expect(out.match(/^7k2m9x1q/gm)).toHaveLength(2);
    expect(out).toContain('this release is no longer live');
    const json = JSON.parse((await mfe(['errors', '7k2m9x1q', '--json'])).out) as { groups: ErrorGroup[] };
    expect(json.groups).toEqual(against.gateway.errors);
  });

  it('exits with 1 for an unknown id', async () => {
    const { code, err } = await mfe(['errors', '00000000']);
    expect(code).toBe(1);
    expect(err).toContain('There is no stored error 00000000');
  });

  it('treats the name of a live app as an app, even when it has the form of an id', async () => {
    writeReleaseFolder(cwd, 'settings');
    await mfe(['publish', 'settings']);
    await mfe(['errors', 'settings']);
    expect(requestsOf('errors')[0]!.query).toEqual({ app: 'settings' });
    await mfe(['errors', 'abcdefgh']);
    expect(requestsOf('error')[0]!.params).toEqual({ id: 'abcdefgh' });
  });
});

const NOW = 10 * 3_600_000;
const DIGEST = 'a'.repeat(64);
/** An error of a loader without further facts. */
const bare = (changed: Partial<ErrorGroup> = {}): ErrorGroup => {
  const { place: _place, route: _route, browser: _browser, ...rest } = group({});
  const facts = { app: 'blog', release: DIGEST, source: 'listed' as const, frames: [], times: 1 };
  return { ...rest, ...facts, firstSeen: NOW - 7_200_000, lastSeen: NOW - 240_000, ...changed };
};
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
    const text = describeErrorGroup(bare(), new Map(), NOW);
    expect(text).toContain('  times     1\n  first     1970-01-01 08:00:00Z, 2 h ago\n  last ');
    expect(text).not.toMatch(/place|visitor|browser {2}|route {2}|frames/);
  });

  it('prints the commit of the release', () => {
    const identity = { commit: '1234567890', message: 'Show related posts', author: 'ada' };
    expect(describeErrorGroup(bare(), release({ identity }), NOW)).toContain(
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
      'names no rollback for an address that a visitor may have invented',
      { source: 'unlisted' },
      release(),
      'a visitor may have invented',
    ],
    ['reports that the release is no longer live', {}, release({ live: false }), 'no longer live'],
    ['reports that an unknown release is no longer live', {}, new Map(), 'no longer live'],
  ])('%s', (_, changed, known, words) => {
    expect(describeErrorGroup(bare(changed), known, NOW).split('\n').at(-1)).toContain(words);
  });

  it('prints no control characters', () => {
    const hostile = '\u001b[2J\nlast';
    const text = describeErrorGroup(
      bare({ message: hostile, place: hostile, frames: [hostile], route: hostile }),
      new Map(),
      NOW,
    );
    expect(text).not.toContain('\u001b');
    expect(text).not.toMatch(/^last/m);
  });
});

describe('describeErrors', () => {
  const text = (...groups: ErrorGroup[]): string =>
    describeErrors(
      { groups, more: false },
      { app: undefined, release: undefined, since: undefined },
      release(),
      NOW,
    );

  it('truncates a message at its end and a place at its start', () => {
    const table = text(bare({ message: 'm'.repeat(300), place: `src/${'p'.repeat(60)}/page.tsx:12` }));
    expect(table).toContain(` ${'m'.repeat(59)}…  4 min ago`);
    expect(table).toMatch(/ …p+\/page\.tsx:12 /);
  });

  it('prints the kind of an error without a place', () => {
    expect(text(bare({ kind: 'chunk' }))).toMatch(/\(live, new\) +chunk +late is not defined/);
  });
});
