import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import {
  REPORT_LIMITS,
  type ReportedError,
  type ViewReport,
} from '@voltframe/kit/contract/reports/view-report';
import { expect, test } from 'vitest';
import type { SeenError } from '../../../src/observing/errors/attribution.ts';
import {
  browserFamily,
  createReportLimits,
  createReportTaker,
  parseReport,
} from '../../../src/observing/reports/take-report.ts';

const [LIVE, OLD] = ['a'.repeat(32), 'b'.repeat(32)];
const composition = (id: string, docs: string) =>
  ({
    id,
    apps: { shell: 's1', docs, news: 'n1' },
    routes: [
      { id: 'docs.home', app: 'docs' },
      { id: 'news.home', app: 'news' },
    ],
  }) as unknown as Composition;
const released = (id: string, docs: string) => ({
  composition: composition(id, docs),
  releases: { docs: { app: 'docs', digest: docs } } as unknown as Record<string, Release>,
});

function setUp() {
  const clock = { now: 0 };
  const noted: SeenError[] = [];
  const addresses: (string | undefined)[] = [];
  const measured: object[] = [];
  const counted: string[] = [];
  const lookups: string[] = [];
  const take = createReportTaker({
    live: () => released(LIVE, 'd2'),
    find: async (id) => (lookups.push(id), id === OLD ? released(OLD, 'd1') : undefined),
    errors: { note: (error, address) => `id${noted.push(error)}${addresses.push(address)}` },
    vitals: { takeVitals: (of) => void measured.push(of) },
    limits: createReportLimits(() => clock.now),
    onReport: (kind) => void counted.push(kind),
    now: () => clock.now,
  });
  const send = (report: Partial<ViewReport>, address = '192.0.2.1') =>
    take({ version: 1, composition: LIVE, ...report }, { address, browser: 'firefox' });
  return { send, noted, addresses, measured, counted, lookups, clock };
}

const error = (more: Partial<ReportedError> = {}): ReportedError => ({
  kind: 'event',
  app: 'docs',
  message: 'boom',
  times: 2,
  ...more,
});

test('notes an error with the release that its composition has of the app', async () => {
  const { send, noted, addresses } = setUp();
  expect(await send({ errors: [error({ route: 'docs.home', stack: 'x' })] })).toBeUndefined();
  await send({ composition: OLD, errors: [error()] });
  const both = {
    app: 'docs',
    kind: 'event',
    message: 'boom',
    times: 2,
    source: 'browser',
    browser: 'firefox',
  };
  expect(noted).toEqual([
    {
      ...both,
      release: 'd2',
      releases: [{ app: 'docs', digest: 'd2' }],
      composition: LIVE,
      route: 'docs.home',
      stack: 'x',
    },
    { ...both, release: 'd1', releases: [{ app: 'docs', digest: 'd1' }], composition: OLD },
  ]);
  expect(addresses).toEqual(['192.0.2.1', '192.0.2.1']);
});

test('attributes a hydration error to the app of the page', async () => {
  const { send, noted } = setUp();
  await send({
    errors: [
      error({ kind: 'hydration', app: 'shell', route: 'news.home' }),
      error({ kind: 'render', app: 'shell' }),
      error({ kind: 'chunk', route: 'news.home' }),
    ],
  });
  expect(noted.map(({ app, release }) => [app, release])).toEqual([
    ['news', 'n1'],
    ['shell', 's1'],
    ['docs', 'd2'],
  ]);
});

test('counts the errors of live releases by their kind', async () => {
  const { send, counted } = setUp();
  await send({ errors: [error({ kind: 'hydration' }), error({ kind: 'chunk' })] });
  await send({ composition: OLD, errors: [error(), error({ kind: 'csp', app: 'shell' })] });
  expect(counted).toEqual(['hydration', 'chunk', 'csp']);
});

test('passes on vitals with their composition', async () => {
  const { send, measured } = setUp();
  const vitals = { route: 'docs.home', lcp: 7 };
  await send({ vitals });
  expect(measured).toMatchObject([{ composition: { id: LIVE }, vitals }]);
});

test.each<[string, Partial<ViewReport>]>([
  ['a composition that was never live', { composition: 'c'.repeat(32), errors: [error()] }],
  ['an app that the composition does not have', { errors: [error({ app: 'constructor' })] }],
  ['a route that the composition does not have', { errors: [error({ route: 'docs.gone' })] }],
  ['vitals of a route that the composition does not have', { vitals: { route: 'docs.gone' } }],
  [
    'navigations to a route that the composition does not have',
    { vitals: { route: 'docs.home', navigations: [{ route: 'x', ms: 1 }] } },
  ],
])('refuses a report with %s', async (_, report) => {
  const { send, noted, measured, counted } = setUp();
  expect(await send(report)).toMatchObject({ reason: expect.stringContaining('its composition') });
  expect([noted, measured, counted]).toEqual([[], [], []]);
});

test('looks up an unknown composition id once within a minute', async () => {
  const { send, lookups, clock } = setUp();
  const report = { composition: 'c'.repeat(32), errors: [error()] };
  for (let times = 0; times < 5; times++) await send(report);
  expect(lookups).toHaveLength(1);
  clock.now += 60_001;
  await send(report);
  expect(lookups).toHaveLength(2);
});

test('refuses reports over the limit of all, not counting those of unknown compositions', async () => {
  const { send } = setUp();
  for (let times = 0; times < 100; times++) await send({ composition: 'c'.repeat(32), errors: [error()] });
  const answers = [];
  for (let index = 0; index < 6_001; index++)
    answers.push(await send({ errors: [error()] }, `10.0.${index >> 8}.${index & 255}`));
  expect(answers.filter((answer) => answer === 'too many')).toHaveLength(1);
});

test('bounds the errors and the measured views of one visitor, and still accepts those of others', async () => {
  const { send, measured, noted } = setUp();
  const report = { vitals: { route: 'docs.home', lcp: 60_000 }, errors: [error({ times: 10 })] };
  for (let times = 0; times < 100; times++) await send(report);
  await send(report, '192.0.2.2');
  expect([measured.length, noted.reduce((sum, { times }) => sum + times, 0)]).toEqual([61, 210]);
});

test('limits the reports, views and errors of a network by the minute or the hour', () => {
  const clock = { now: 0 };
  const limits = createReportLimits(() => clock.now);
  const counts = (address: string) => ({
    reports: Array.from({ length: 100 }, () => limits.admit(address)).filter(Boolean).length,
    views: Array.from({ length: 100 }, () => limits.measured(address)).filter(Boolean).length,
    errors: limits.share(address, 150) + limits.share(address, 1_000),
  });
  // The first two addresses are of one network.
  expect([counts('2001:db8::1'), counts('2001:db8::2'), counts('192.0.2.2')]).toEqual([
    { reports: 30, views: 60, errors: 200 },
    { reports: 0, views: 0, errors: 0 },
    { reports: 30, views: 60, errors: 200 },
  ]);
  clock.now = 60_000;
  expect(counts('2001:db8::1')).toEqual({ reports: 30, views: 0, errors: 200 });
  clock.now = 3_600_000;
  expect(counts('2001:db8::1')).toEqual({ reports: 30, views: 60, errors: 200 });
});

const reported = { kind: 'event', route: 'docs.home', app: 'docs', message: 'boom', times: 1 };
const vitals = { route: 'docs.home', lcp: 1200, cls: 0.01, navigations: [{ route: 'docs.home', ms: 80 }] };
const report = (more: object = {}) => ({
  version: 1,
  composition: 'a'.repeat(32),
  errors: [reported],
  vitals,
  ...more,
});

test('reads a report of the shell', () => {
  expect(parseReport(JSON.stringify(report()))).toEqual({ ok: true, report: report() });
  expect(parseReport(JSON.stringify(report({ errors: undefined }))).ok).toBe(true);
  expect(parseReport(JSON.stringify(report({ vitals: undefined }))).ok).toBe(true);
});

test.each<[string, unknown]>([
  ['the earlier format', { composition: 'a'.repeat(32), app: 'docs', kind: 'hydration' }],
  ['another version', report({ version: 3 })],
  ['neither errors nor vitals', report({ errors: undefined, vitals: undefined })],
  ['an empty list of errors', report({ errors: [] })],
  ['an unknown field', report({ address: '/search?q=secret' })],
  ['an unknown field of an error', report({ errors: [{ ...reported, url: '/x' }] })],
  ['a malformed composition id', report({ composition: '../x' })],
  ['an invalid name of an app', report({ errors: [{ ...reported, app: '__proto__' }] })],
  ['an unknown kind', report({ errors: [{ ...reported, kind: 'loader' }] })],
  ['too many errors', report({ errors: Array.from({ length: 11 }, () => reported) })],
  [
    'too long a message',
    report({ errors: [{ ...reported, message: 'x'.repeat(REPORT_LIMITS.message + 1) }] }),
  ],
  ['too long a stack', report({ errors: [{ ...reported, stack: 'x'.repeat(REPORT_LIMITS.stack + 1) }] })],
  ['zero times', report({ errors: [{ ...reported, times: 0 }] })],
  ['too many times', report({ errors: [{ ...reported, times: 1e9 }] })],
  ['a fraction of times', report({ errors: [{ ...reported, times: 1.5 }] })],
  ['a negative figure', report({ vitals: { ...vitals, lcp: -1 } })],
  ['a figure out of range', report({ vitals: { ...vitals, lcp: 1e308 } })],
  ['a figure that is a text', report({ vitals: { ...vitals, lcp: '1' } })],
  [
    'too many navigations',
    report({ vitals: { ...vitals, navigations: Array.from({ length: 21 }, () => ({ route: 'x', ms: 1 })) } }),
  ],
])('refuses a report with %s', (_, body) => {
  const parsed = parseReport(JSON.stringify(body));
  expect(parsed.ok).toBe(false);
  expect((parsed as { reason: string }).reason.length).toBeLessThan(700);
});

test.each([
  ['a number', 7],
  ['undefined', undefined],
  ['invalid JSON', '{"version":1,'],
  ['a list', '[{"version":1}]'],
  ['JSON of 8,000 levels', `{"version":1,"a":${'['.repeat(8_000)}`],
])('refuses %s', (_, body) => {
  expect(parseReport(body).ok).toBe(false);
});

test.each([
  [
    'chromium',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  ],
  [
    'chromium',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  ],
  ['firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'],
  [
    'safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  ],
  ['other', 'curl/8.0'],
  ['other', undefined],
  ['other', 'x'.repeat(10_000_000)],
])('reads the browser family %s', (family, userAgent) => {
  expect(browserFamily(userAgent)).toBe(family);
});
