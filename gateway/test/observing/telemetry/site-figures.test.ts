import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/observing/telemetry/metrics.ts';
import { createSiteFigures } from '../../../src/observing/telemetry/site-figures.ts';
import { createTelemetry } from '../../../src/observing/telemetry/telemetry.ts';
import { noSources } from '../../fixtures/test-telemetry.ts';

const digest = (letter: string) => letter.repeat(64);
const IDENTITY = {
  commit: 'a1b2c3d4e5f6',
  team: 'Bench notes',
  author: 'Ada Lovelace',
  branch: 'secret-plan',
  message: 'Fix the hole in the form',
  url: 'https://git.example/private',
};

function release(app: string, letter: string): Release {
  const files = {
    'client/main.js': { bytes: 900 },
    'client/main.js.br': { bytes: 300 },
    'client/small.js': { bytes: 50 },
    'client/styles.css': { bytes: 7_000 },
    'server/server.cjs': { bytes: 90_000 },
  };
  return { app, digest: digest(letter), files, islands: { Posts: {} } } as unknown as Release;
}

function entry(at: number, app: string, letter: string, more: Partial<HistoryEntry> = {}): HistoryEntry {
  const of = { from: digest('0'), to: digest(letter), note: '', composition: `c${at}`, identity: IDENTITY };
  return { at, actor: 'ada', action: 'activate', app, ...of, ...more };
}

interface Site {
  history?: HistoryEntry[];
  named?: boolean;
  isAway?: boolean;
}

function setUp({ history = [], named = true, isAway = false }: Site = {}) {
  const apps = { blog: digest('b'), shell: digest('a') };
  const composition = { id: 'c9', apps } as unknown as Composition;
  const releases = { blog: release('blog', 'b'), shell: release('shell', 'a') };
  const live = () => composition;
  const metrics = createMetrics({ ...noSources, live }, () => 0);
  const failures = { noticed: () => 'id', thrown: () => 'id', ended() {} };
  const telemetry = createTelemetry({ metrics, failures });
  const clock = { now: 5_000 };
  const read = createSiteFigures({
    live: () => ({ composition, releases }),
    telemetry,
    state: { history: async ({ app }) => history.filter((one) => app === undefined || one.app === app) },
    database: { within: async (_, query) => (isAway ? Promise.reject(new Error('away')) : query()) },
    gateway: 'f00d',
    gateways: () => 2,
    named,
    now: () => clock.now,
  });
  clock.now = 9_000;
  return { telemetry, read: () => read()! };
}

test('counts answers, bytes and failures since the start of the gateway, including answers from memory', async () => {
  const { telemetry, read } = setUp();
  const blog = { app: 'blog', digest: digest('b') };
  telemetry.answered({ ...blog, kind: 'page', status: 200, bytes: 1_000 }, 5);
  telemetry.answered({ ...blog, kind: 'page', status: 503, bytes: 10 }, 5);
  telemetry.answered({ app: '', kind: 'file', status: 404, bytes: 100 }, 5);
  telemetry.answered({ app: '', kind: 'platform', status: 503, bytes: 50 }, 5); // a health check
  telemetry.ready({ ...blog, kind: 'page', route: '/blog' }, 200, 2_000);
  expect(await read()).toMatchObject({
    at: 9_000,
    composition: 'c9',
    counted: { since: 5_000, gateway: 'f00d', gateways: 2, requests: 4, bytes: 3_110, failed: 1 },
  });
});

test('counts what each live release answered, and what of it failed', async () => {
  const { telemetry, read } = setUp();
  const answer = (letter: string, status: number): void =>
    telemetry.answered({ app: 'blog', digest: digest(letter), kind: 'page', status, bytes: 1 }, 1);
  for (const status of [200, 200, 500]) answer('b', status);
  answer('9', 500);
  expect((await read()).counted.apps).toEqual({
    shell: { requests: 0, failed: 0 },
    blog: { requests: 3, failed: 1 },
  });
});

test('lists the age and sent script bytes of each live release, the shell first', async () => {
  const { read } = setUp({ history: [entry(3_000, 'blog', 'b'), entry(2_000, 'blog', 'c')] });
  const { apps } = await read();
  expect(apps).toEqual([
    { app: 'shell', release: 'aaaaaaaaaaaa', islands: ['Posts'], scriptBytes: 350 },
    {
      app: 'blog',
      release: 'bbbbbbbbbbbb',
      islands: ['Posts'],
      activatedAt: 3_000,
      commit: 'a1b2c3d',
      team: 'Bench notes',
      scriptBytes: 350,
    },
  ]);
});

test.each([
  ['are left out by the setting of the operator', false],
  ['are the only published parts of the identity of a release', true],
])('commit and team %s', async (_, named) => {
  const { read } = setUp({ history: [entry(3_000, 'blog', 'b')], named });
  const text = JSON.stringify(await read());
  expect([text.includes('a1b2c3d'), text.includes('Bench notes')]).toEqual([named, named]);
  for (const hidden of ['Ada', 'ada', 'secret-plan', 'hole', 'git.example'])
    expect(text).not.toContain(hidden);
});

test('reports the requests and failures of the last deploy, and whether it is still live', async () => {
  const step = [entry(3_000, 'shell', 'a'), entry(3_000, 'blog', 'b')];
  const refused = entry(4_000, 'blog', 'd', { action: 'refuse' });
  const { telemetry, read } = setUp({ history: [refused, ...step, entry(1_000, 'legal', 'e')] });
  for (const status of [200, 200, 500])
    telemetry.answered({ app: 'blog', digest: digest('b'), kind: 'page', status, bytes: 1 }, 1);
  telemetry.answered({ app: 'blog', digest: digest('9'), kind: 'page', status: 500, bytes: 1 }, 1);
  expect((await read()).deploy).toEqual({
    at: 3_000,
    apps: ['blog', 'shell'],
    stands: true,
    requests: 3,
    failed: 1,
  });
});

test('reports a rolled back deploy as not live', async () => {
  const back = entry(6_000, 'blog', 'b', { action: 'rollback', from: digest('d') });
  const { read } = setUp({ history: [back, entry(5_500, 'blog', 'd'), entry(3_000, 'blog', 'b')] });
  const { deploy, apps } = await read();
  expect([deploy?.at, deploy?.stands, apps[1]?.activatedAt]).toEqual([5_500, false, 6_000]);
});

test('reports only the counts while the database is away', async () => {
  const { telemetry, read } = setUp({ history: [entry(3_000, 'blog', 'b')], isAway: true });
  telemetry.answered({ app: 'blog', kind: 'page', status: 200, bytes: 10 }, 1);
  const figures = await read();
  expect([figures.counted.requests, figures.deploy, figures.apps[1]]).toEqual([
    1,
    undefined,
    { app: 'blog', release: 'bbbbbbbbbbbb', islands: ['Posts'], scriptBytes: 350 },
  ]);
});
