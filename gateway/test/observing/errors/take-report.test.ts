import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { ReportedError, ViewReport } from '@voltframe/kit/contract/reports/view-report';
import { expect, test } from 'vitest';
import type { SeenError } from '../../../src/observing/errors/pending-errors.ts';
import { createReportLimits } from '../../../src/observing/errors/report-limits.ts';
import { createReportTaker } from '../../../src/observing/errors/take-report.ts';

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

function setUp() {
  const clock = { now: 0 };
  const noted: SeenError[] = [];
  const measured: object[] = [];
  const failures: object[] = [];
  const lookups: string[] = [];
  const take = createReportTaker({
    live: () => composition(LIVE, 'd2'),
    find: async (id) => (lookups.push(id), id === OLD ? composition(OLD, 'd1') : undefined),
    errors: { note: (error) => `id${noted.push(error)}` },
    vitals: { takeVitals: (of) => void measured.push(of) },
    limits: createReportLimits(() => clock.now),
    onFailure: async (failure, address) =>
      void failures.push({ ...failure, composition: failure.composition.id, address }),
    now: () => clock.now,
  });
  const send = (report: Partial<ViewReport>, address = '192.0.2.1') =>
    take({ version: 2, composition: LIVE, device: 'small', ...report }, { address, browser: 'firefox' });
  return { send, noted, measured, failures, lookups, clock };
}

const error = (more: Partial<ReportedError> = {}): ReportedError => ({
  kind: 'event',
  app: 'docs',
  message: 'boom',
  times: 2,
  ...more,
});

test('notes an error with the release that its composition has of the app', async () => {
  const { send, noted } = setUp();
  expect(await send({ errors: [error({ route: 'docs.home', stack: 'x' })] })).toBeUndefined();
  await send({ composition: OLD, errors: [error()] });
  const both = {
    app: 'docs',
    kind: 'event',
    message: 'boom',
    times: 2,
    address: '192.0.2.1',
    browser: 'firefox',
  };
  expect(noted).toEqual([
    { ...both, release: 'd2', composition: LIVE, route: 'docs.home', stack: 'x' },
    { ...both, release: 'd1', composition: OLD },
  ]);
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

test('passes on failures that can roll a release back, each kind of an app once', async () => {
  const { send, failures } = setUp();
  const kinds = ['hydration', 'render', 'chunk', 'event', 'promise', 'csp', 'guard', 'island'] as const;
  await send({ errors: kinds.map((kind) => error({ kind })) });
  expect(failures).toEqual(
    ['hydration', 'chunk'].map((kind) => ({ composition: LIVE, app: 'docs', kind, address: '192.0.2.1' })),
  );
});

test('passes on vitals with their composition', async () => {
  const { send, measured } = setUp();
  const vitals = { route: 'docs.home', lcp: 7 };
  await send({ vitals });
  expect(measured).toMatchObject([{ composition: { id: LIVE }, device: 'small', vitals }]);
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
  const { send, noted, measured, failures } = setUp();
  expect(await send(report)).toMatchObject({ reason: expect.stringContaining('its composition') });
  expect([noted, measured, failures]).toEqual([[], [], []]);
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

test('bounds the errors of one visitor', async () => {
  const { send, noted } = setUp();
  for (let times = 0; times < 50; times++) await send({ errors: [error({ times: 1_000 })] });
  await send({ errors: [error({ times: 3 })] }, '192.0.2.2');
  expect(noted.map(({ times }) => times)).toEqual([200, 3]);
});

test('bounds the measured views of one visitor, and still accepts the errors', async () => {
  const { send, measured, noted } = setUp();
  const vitals = { route: 'docs.home', lcp: 60_000 };
  for (let times = 0; times < 100; times++) await send({ vitals });
  await send({ vitals, errors: [error()] });
  await send({ vitals }, '192.0.2.2');
  expect([measured.length, noted.length]).toEqual([61, 1]);
});
