import { expect, test } from 'vitest';
import {
  type BrowserReportsOptions,
  createBrowserReports,
  type Report,
} from '../../../src/releasing/witness/browser-reports.ts';

const DAY_MS = 24 * 3_600_000;
const LIVE = { apps: { shell: 's1', docs: 'd1' } };

function tally(options: Partial<BrowserReportsOptions> = {}) {
  const clock = { now: 10 * DAY_MS };
  const suspicions: { app: string; digest: string; reason: string }[] = [];
  const reports = createBrowserReports({
    live: () => LIVE as never,
    liveSince: async (app) => (app === 'docs' ? clock.now - 1000 : 0),
    onSuspicion: (blamed, _, reason) => suspicions.push({ ...blamed, reason }),
    onReport: () => {},
    threshold: { reports: 5, addresses: 3 },
    now: () => clock.now,
    ...options,
  });
  const send = async (count: number, addresses: number, composition: Report['composition'] = LIVE) => {
    for (let index = 0; index < count; index++)
      await reports.take({ composition, app: 'docs', kind: 'hydration' }, `10.0.0.${index % addresses}`);
  };
  return { reports, clock, suspicions, send };
}

test('five reports from three networks within a minute accuse a new release', async () => {
  const { send, suspicions } = tally();
  await send(4, 3);
  expect(suspicions).toEqual([]);
  await send(1, 3);
  const reason = '3 browsers reported failures of docs within a minute: 5 × hydration';
  expect(suspicions).toEqual([{ app: 'docs', digest: 'd1', reason }]);
});

test('the addresses of one IPv6 network count as one sender', async () => {
  const { reports, suspicions } = tally();
  const report = { composition: LIVE, app: 'docs', kind: 'chunk' } as const;
  const answers = [];
  for (let index = 0; index < 12; index++) answers.push(await reports.take(report, `2001:db8::${index}`));
  expect([answers.filter(Boolean).length, suspicions]).toEqual([10, []]);
});

test.each([
  ['few addresses', 8, 2, {}],
  ['a release older than a day', 8, 4, { liveSince: async () => 8 * DAY_MS }],
  ['a threshold of 0', 8, 4, { threshold: { reports: 0, addresses: 0 } }],
])(
  'reports with %s accuse no release',
  async (_, count, addresses, options: Partial<BrowserReportsOptions>) => {
    const { send, suspicions } = tally(options);
    await send(count, addresses);
    expect(suspicions).toEqual([]);
  },
);

test('reports further apart than a minute do not add up', async () => {
  const { send, suspicions, clock } = tally();
  await send(4, 4);
  clock.now += 60_001;
  await send(4, 4);
  expect(suspicions).toEqual([]);
});

test('reports about other releases than the live ones do not count', async () => {
  for (const apps of [{ shell: 's1', docs: 'd0' }, { shell: 's0', docs: 'd1' }, {}]) {
    const { send, suspicions } = tally();
    await send(8, 4, { apps });
    expect(suspicions).toEqual([]);
  }
  const { send, suspicions } = tally();
  await send(5, 4, { apps: { ...LIVE.apps, news: 'n0' } });
  expect(suspicions).toHaveLength(1);
});

test('old code that fails in a new shell accuses the shell', async () => {
  const { send, suspicions } = tally({ liveSince: async (app) => (app === 'shell' ? 10 * DAY_MS - 1 : 1) });
  await send(5, 4);
  expect(suspicions).toMatchObject([{ app: 'shell', digest: 's1' }]);
});

test('reports are limited by address and in total', async () => {
  const { reports } = tally();
  const report = { composition: LIVE, app: 'docs', kind: 'chunk' } as const;
  const answers = [];
  for (let index = 0; index < 12; index++) answers.push(await reports.take(report, '10.0.0.1'));
  expect(answers.filter(Boolean)).toHaveLength(10);
  for (let index = 0; index < 700; index++) answers.push(await reports.take(report, `10.1.${index}`));
  expect(answers.filter(Boolean)).toHaveLength(600);
});
