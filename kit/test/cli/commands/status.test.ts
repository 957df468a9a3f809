import { describe, expect, it, test } from 'vitest';
import { describeRelease, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { runMfe } from '../fixtures/run-mfe.ts';
import type { AppStatus, UpstreamStatus } from '../../../src/contract/operations/site-status.ts';

const against = againstGateway();
const { cwd, mfe } = against;

describe('mfe status', () => {
  it('prints the live releases as an aligned table', async () => {
    writeReleaseFolder(cwd, 'legal');
    writeReleaseFolder(cwd, 'blog');
    await mfe(['publish', 'legal', 'blog']);
    await mfe(['pin', 'blog']);
    await mfe(['freeze', 'campaign', 'at', 'noon']);
    const { code, out } = await mfe(['status']);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'Voltframe  http://site.test',
        'composition cccccccccccc since 1970-01-01 00:00:00Z',
        'FROZEN by ada since 1970-01-01 00:00:00Z: campaign at noon',
        '',
        'APP    LIVE          SINCE                 ROUTES  STATE',
        `blog   ${describeRelease('blog').digest.slice(0, 12)}  1970-01-01 00:00:00Z       1  pinned by ada`,
        `legal  ${describeRelease('legal').digest.slice(0, 12)}  1970-01-01 00:00:00Z       1  newest is live`,
        '',
        'contract 1: the gateway takes contract 1; its live releases are built for',
        '  1  blog, legal',
        'you are legal CI (team of legal)',
        '',
      ].join('\n'),
    );
  });

  it('prints the releases that a pin or the freeze delays', async () => {
    for (const app of ['legal', 'blog']) writeReleaseFolder(cwd, app);
    await mfe(['publish', 'legal', 'blog']);
    await mfe(['pin', 'blog']);
    for (const app of ['legal', 'blog']) against.gateway.held.set(app, 'e'.repeat(64));
    const { out } = await mfe(['status']);
    expect(out).toContain('pinned by ada; eeeeeeeeeeee waits for the pin to end');
    expect(out).toContain('  eeeeeeeeeeee waits for the freeze to end');
  });
});

const NOW = 10 * 3_600_000;
const contract = { oldest: 2, newest: 3, kit: 'voltframe-kit-1.3.2.tgz' };

/** The lines of a status with these parts, after the composition and before the name of the token. */
async function shown(part: object): Promise<string[]> {
  const you = { role: 'team', app: 'legal', name: 'legal CI' };
  const bare = { site: { name: '', url: '' }, contract, composition: null, apps: [], leases: [], you };
  const fetch = (async () => Response.json({ ...bare, ...part })) as typeof globalThis.fetch;
  const env = { MFE_GATEWAY: 'http://gateway.test', MFE_TOKEN: 'vf_x' };
  const { out } = await runMfe(['status'], { env, fetch, now: () => NOW });
  return out.split('\n').slice(1, -2);
}

const app = (changed: Partial<AppStatus> = {}) =>
  ({ app: 'blog', contract: { version: 3, left: 1 }, activatedAt: 0, ...changed }) as AppStatus;

it('reports that the database is away, and the unknown state', async () => {
  expect(await shown({ database: { awaySince: 0, reason: 'No answer.' } })).toEqual([
    'DATABASE AWAY since 1970-01-01 00:00:00Z: No answer. Pins, a freeze and leases are unknown',
  ]);
});

it('names a live release whose listed pages fail, with the commands that help', async () => {
  const lines = await shown({ apps: [app({ errors: 2 }), app({ app: 'legal', errors: 0 }), app()] });
  expect(lines[1]).toMatch(/ROUTES +ERRORS +STATE$/);
  expect(lines.filter((line) => line.startsWith('FAILING'))).toEqual([
    'FAILING blog: 2 errors of listed pages within an hour: mfe errors blog, mfe rollback blog',
  ]);
});

test.each([
  ['that was rolled back', 9, 'eeeeeeeeeeee was rolled back'],
  ['that was not', null, 'eeeeeeeeeeee admitted'],
])('names a newer release %s', async (_, rolledBackAt, state) => {
  const newest = {
    digest: 'e'.repeat(64),
    state: 'admitted',
    receivedAt: 1,
    rolledBackAt,
    checks: [],
  } as const;
  const [, , row] = await shown({ apps: [app({ newest: { ...newest, checks: [] } })] });
  expect(row).toMatch(new RegExp(`  ${state}$`));
});

const built = (name: string, version: number, left?: number) =>
  app({ app: name, contract: { version, ...(left !== undefined && { left }) } });

test.each([
  [
    'by contract version, with the oldest to rebuild and the kit for it',
    [built('blog', 2, 0), built('docs', 3, 1), built('legal', 2, 0), built('shell', 3, 1)],
    [
      '  3  docs, shell',
      '  2  blog, legal: falls out with the next version; build with voltframe-kit-1.3.2.tgz',
    ],
  ],
  [
    'outside the window of the gateway',
    [built('blog', 1), built('shell', 3, 1)],
    [
      '  3  shell',
      '  1  blog: outside of the window: served as long as it is live, and taken in no more; build with voltframe-kit-1.3.2.tgz',
    ],
  ],
  ['without a warning when all have the newest contract', [built('shell', 3, 1)], ['  3  shell']],
])('lists live releases %s', async (_, apps, lines) => {
  expect((await shown({ contract, apps })).slice(apps.length + 3)).toEqual([
    'contract 3: the gateway takes contracts 2 to 3; its live releases are built for',
    ...lines,
  ]);
});

test('prints no contract without live releases', async () => {
  expect(await shown({ contract })).toEqual([]);
});

const good: UpstreamStatus = { name: 'cms', apps: ['blog'], circuit: 'closed', answers: 3, failing: 0 };
const lastError = { code: 'UPSTREAM_TIMEOUT', reason: 'it did not answer', at: 0 };

test('prints a failing upstream with its apps and the last error, and none that answers', async () => {
  const [open, failing, ...others] = await shown({
    upstreams: [
      good,
      { ...good, lastError },
      { ...good, circuit: 'open' },
      { ...good, apps: ['blog', 'legal'], failing: 2, lastError },
    ],
  });
  expect([open, others]).toEqual(['UPSTREAM cms of blog fails; 0 answers are old', []]);
  expect(failing).toMatch(/^UPSTREAM cms of blog, legal fails; 2 answers are old: it did not answer \(.+\)$/);
});

test('prints the copies of each shared library, with their apps', async () => {
  const copies = [
    { version: '3.0.1', apps: ['blog', 'shop'] },
    { version: '2.9.0', apps: ['docs'] },
  ];
  expect(await shown({ libraries: [{ name: '@acme/ui', copies }] })).toEqual([
    'shared @acme/ui: 3.0.1 of blog and shop; 2.9.0 of docs',
  ]);
});

const waiting = [
  { app: 'news', digest: 'a'.repeat(64), waitsFor: ['shell'] },
  { app: 'shell', digest: 'b'.repeat(64), waitsFor: ['blog', 'news'] },
  { app: 'docs', digest: 'c'.repeat(64), waitsFor: [] },
];
const change = {
  module: 'react',
  from: '19.3.1',
  to: '20.0.0',
  shell: 'b'.repeat(64),
  accepted: ['docs'],
  ready: ['news'],
  missing: ['blog'],
};

test('prints which releases wait for which apps, and the state of each change of a shared module', async () => {
  expect(await shown({ waiting, sharedChanges: [change] })).toEqual([
    'checked again together when an app changes:',
    '  news aaaaaaaaaaaa waits for shell',
    '  shell bbbbbbbbbbbb waits for blog, news',
    '  docs cccccccccccc waits for any app',
    'shell bbbbbbbbbbbb has react 20.0.0, live is 19.3.1; goes live with the last missing release',
    '  live releases that accept it    docs',
    '  releases that wait with it      news',
    '  apps without such a release     blog',
  ]);
});

test('prints the removal of a shared module, and a dash for an empty row', async () => {
  const gone = { ...change, to: null, accepted: [], ready: [] };
  expect((await shown({ waiting: [], sharedChanges: [gone] })).slice(0, 2)).toEqual([
    'shell bbbbbbbbbbbb removes react, live is 19.3.1; goes live with the last missing release',
    '  live releases that accept it    -',
  ]);
});

test('prints delayed releases of apps that are not on the site; the table has the others', async () => {
  const held = [
    { app: 'blog', digest: 'e'.repeat(64), by: 'freeze' as const },
    { app: 'tips', digest: 'd'.repeat(64), by: 'freeze' as const },
    { app: 'old', digest: 'c'.repeat(64), by: 'pin' as const },
  ];
  expect((await shown({ held, apps: [app()] })).slice(4, 6)).toEqual([
    'tips dddddddddddd, not on the site, waits for the freeze to end',
    'old cccccccccccc, not on the site, waits for the pin to end',
  ]);
});

test('lists gateways with version, contracts, and a composition that is not the live one', async () => {
  const taken = { oldest: 1, newest: 2 };
  const gateway = (id: string, composition: string | null) => {
    return { id, version: '1.4.0', contract: taken, composition, seenAt: 0 };
  };
  const live = { id: 'a'.repeat(32), activatedAt: 0 };
  const gateways = [gateway('one', live.id), gateway('two', 'b'.repeat(32)), gateway('three', null)];
  expect(await shown({ composition: live, gateways })).toEqual([
    'gateway one  1.4.0, contracts 1 to 2',
    'gateway two  1.4.0, contracts 1 to 2: still shows composition bbbbbbbbbbbb',
    'gateway three  1.4.0, contracts 1 to 2: shows nothing yet',
  ]);
  expect(await shown({ gateways: [gateway('one', null)] })).toEqual(['gateway one  1.4.0, contracts 1 to 2']);
});
