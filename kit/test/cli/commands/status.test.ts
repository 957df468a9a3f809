import { describe, expect, it, test } from 'vitest';
import { describeRelease, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { runMfe } from '../fixtures/run-mfe.ts';
import type { Alert } from '@voltframe/kit/contract/operations/event';
import type { AppStatus, UpstreamStatus } from '../../../src/contract/operations/site-status.ts';
import {
  alertText,
  errorsCell,
  contractText,
  gatewayText,
  upstreamText,
  waitingText,
} from '../../../src/cli/commands/status.ts';

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
        'you are legal CI (team of legal)',
        '',
      ].join('\n'),
    );
  });

  it('reports that the database is away, and the unknown state', async () => {
    const { out } = await mfe(['status', '--json']);
    const status = { ...JSON.parse(out), database: { awaySince: 0, reason: 'No answer.' } };
    const fetch = (async () => Response.json(status)) as typeof globalThis.fetch;
    const env = { MFE_GATEWAY: 'http://gateway.test', MFE_TOKEN: 'vf_x' };
    expect((await runMfe(['status'], { env, fetch })).out).toContain(
      'DATABASE AWAY since 1970-01-01 00:00:00Z: No answer. Pins, a freeze and leases are unknown\n',
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
const alert = (number: number, changed: Partial<Alert> = {}): Alert => ({
  id: `a${number}`,
  app: 'blog',
  type: 'new-error',
  rule: 'error-rate',
  at: NOW - number * 240_000,
  summary: `blog has more errors: ${number}`,
  release: 'a'.repeat(64),
  ...changed,
});
const app = (changed: Partial<AppStatus>) => ({ app: 'blog', ...changed }) as AppStatus;

it('prints alerts with the command that shows more', () => {
  const error = { id: '7k2m9x1q' } as NonNullable<Alert['error']>;
  const alerts = [alert(1, { rule: 'new-error', error, summary: 'a new\n\u001b[31m error' }), alert(2)];
  expect(alertText({ apps: [app({ alerts }), app({ app: 'legal' })] }, NOW)).toEqual([
    'ALERT a new error (4 min ago): mfe errors 7k2m9x1q',
    'ALERT blog has more errors: 2 (8 min ago)',
  ]);
});

it('prints two alerts of an app and counts the rest', () => {
  const alerts = [1, 2, 3, 4, 5].map((number) => alert(number));
  expect(alertText({ apps: [app({ alerts })] }, NOW).slice(2)).toEqual([
    'ALERT blog has more errors: 3 (12 min ago)',
    'ALERT 2 more of blog: mfe errors blog',
  ]);
});

it('prints receivers that do not accept alerts', () => {
  const failing = { channel: 'webhook' as const, waiting: 3, since: NOW - 2 * 3_600_000, error: 'HTTP 503' };
  const undelivered = [failing, { ...failing, channel: 'mail' as const, waiting: 1, error: 'SMTP 550' }];
  expect(alertText({ apps: [app({ undelivered })] }, NOW)).toEqual([
    'ALERT the webhook of blog has not taken 3 alerts (the first 2 h ago): HTTP 503',
    'ALERT the mail of blog has not taken an alert (the first 2 h ago): SMTP 550',
  ]);
});

it('counts errors with the start of the hour', () => {
  expect(errorsCell(app({ errors: { times: 12, sinceMs: NOW } }))).toBe('12 since 10:00Z');
  expect(errorsCell(app({}))).toBeUndefined();
});

const contract = { oldest: '1.1', newest: '1.3', kit: 'voltframe-kit-1.3.2.tgz' };
const built = (name: string, version: string, left?: number) =>
  ({ app: name, contract: { version, ...(left !== undefined && { left }) } }) as AppStatus;

test('lists live releases by contract version, with the oldest to rebuild and the kit for it', () => {
  const apps = [
    built('blog', '1.1', 0),
    built('docs', '1.2', 1),
    built('legal', '1.1', 0),
    built('shell', '1.3', 2),
  ];
  expect(contractText({ contract, apps })).toEqual([
    'contract 1.3: the gateway takes 1.1 to 1.3; its live releases are built for',
    '  1.3  shell',
    '  1.2  docs',
    '  1.1  blog, legal: falls out with the next version; build with voltframe-kit-1.3.2.tgz',
  ]);
});

test('lists releases outside the window of the gateway, and how long the others have', () => {
  const apps = [built('blog', '1.0'), built('shell', '1.2', 1)];
  expect(contractText({ contract, apps }).slice(1)).toEqual([
    '  1.2  shell: falls out first, 2 versions from now; build with voltframe-kit-1.3.2.tgz',
    '  1.0  blog: outside of the window: served as long as it is live, and taken in no more; build with voltframe-kit-1.3.2.tgz',
  ]);
});

test('prints no warning when all releases have the newest contract', () => {
  expect(contractText({ contract, apps: [built('shell', '1.3', 2)] }).at(-1)).toBe('  1.3  shell');
});

test('prints no contract for a gateway without versions or without live releases', () => {
  expect(contractText({ apps: [{ app: 'blog' } as AppStatus] })).toEqual([]);
  expect(contractText({ contract, apps: [] })).toEqual([]);
});

const good: UpstreamStatus = { name: 'cms', apps: ['blog'], circuit: 'closed', answers: 3, failing: 0 };
const lastError = { code: 'UPSTREAM_TIMEOUT', reason: 'it did not answer', at: 0 };

test('prints no upstream that answers, even after an earlier failure', () => {
  expect(upstreamText({ upstreams: [good, { ...good, lastError }] })).toEqual([]);
  expect(upstreamText({})).toEqual([]);
});

test('prints a failing upstream with its apps and the last error', () => {
  const [open, failing] = upstreamText({
    upstreams: [
      { ...good, circuit: 'open' },
      { ...good, apps: ['blog', 'legal'], failing: 2, lastError },
    ],
  });
  expect(open).toBe('UPSTREAM cms of blog fails; 0 answers are old');
  expect(failing).toMatch(/^UPSTREAM cms of blog, legal fails; 2 answers are old: it did not answer \(.+\)$/);
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

test('prints which releases wait for which apps, and the state of each change of a shared module', () => {
  expect(waitingText({ waiting, sharedChanges: [change] })).toEqual([
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

test('prints the removal of a shared module, and a dash for an empty row', () => {
  const gone = { ...change, to: null, accepted: [], ready: [] };
  const [first, accepted] = waitingText({ sharedChanges: [gone] });
  expect([first, accepted]).toEqual([
    'shell bbbbbbbbbbbb removes react, live is 19.3.1; goes live with the last missing release',
    '  live releases that accept it    -',
  ]);
});

test('prints delayed releases of apps that are not on the site; the table has the others', () => {
  const held = [
    { app: 'blog', digest: 'e'.repeat(64), by: 'freeze' as const },
    { app: 'tips', digest: 'd'.repeat(64), by: 'freeze' as const },
    { app: 'old', digest: 'c'.repeat(64), by: 'pin' as const },
  ];
  expect(waitingText({ held, apps: [{ app: 'blog' } as AppStatus] })).toEqual([
    'tips dddddddddddd, not on the site, waits for the freeze to end',
    'old cccccccccccc, not on the site, waits for the pin to end',
  ]);
});

test('prints nothing without waiting releases, or for an older gateway', () => {
  expect(waitingText({ waiting: [], sharedChanges: [] })).toEqual([]);
  expect(waitingText({})).toEqual([]);
});

test('lists gateways with version, contracts, and a composition that is not the live one', () => {
  const taken = { oldest: '1.0', newest: '1.2' };
  const gateway = (id: string, composition: string | null) => {
    return { id, version: '1.4.0', contract: taken, composition, seenAt: 0 };
  };
  const live = { id: 'a'.repeat(32), activatedAt: 0 };
  const gateways = [gateway('one', live.id), gateway('two', 'b'.repeat(32)), gateway('three', null)];
  expect(gatewayText({ composition: live, gateways })).toEqual([
    'gateway one  1.4.0, contracts 1.0 to 1.2',
    'gateway two  1.4.0, contracts 1.0 to 1.2: still shows composition bbbbbbbbbbbb',
    'gateway three  1.4.0, contracts 1.0 to 1.2: shows nothing yet',
  ]);
  expect(gatewayText({ composition: null, gateways: [gateway('one', null)] })).toEqual([
    'gateway one  1.4.0, contracts 1.0 to 1.2',
  ]);
});
