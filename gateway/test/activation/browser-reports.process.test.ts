import { expect, test } from 'vitest';
import { createReports, type ReportsOptions } from '../../src/activation/browser-reports.ts';
import { packOf, pageText, setUpOps, version } from '../operations/operations-setup.ts';

const DAY_MS = 24 * 3_600_000;
const compositionOf = (apps: Record<string, string>, id = 'a'.repeat(32)) => ({ id, apps }) as never;

function tally(options: Partial<ReportsOptions> = {}) {
  const clock = { now: 10 * DAY_MS };
  const back: { app: string; digest: string; reason: string }[] = [];
  const live = compositionOf({ shell: 's1', docs: 'd1' });
  const reports = createReports({
    live: () => live,
    find: async () => undefined,
    liveSince: async (app) => (app === 'docs' ? clock.now - 1000 : 0),
    goBack: async (app, digest, reason) => void back.push({ app, digest, reason }),
    threshold: { reports: 5, addresses: 3 },
    hashKey: new Uint8Array(32),
    now: () => clock.now,
    ...options,
  });
  const send = async (count: number, addresses: number, composition = 'a'.repeat(32)) => {
    for (let index = 0; index < count; index++)
      await reports.take({ composition, app: 'docs', kind: 'hydration' }, `10.0.0.${index % addresses}`);
  };
  return { reports, clock, back, send };
}

test('five reports from three addresses within a minute take a new release back, once', async () => {
  const { send, back } = tally();
  await send(4, 3);
  expect(back).toEqual([]);
  await send(6, 3);
  expect(back).toEqual([
    {
      app: 'docs',
      digest: 'd1',
      reason: '3 browsers reported failures of docs within a minute: 5 × hydration',
    },
  ]);
});

test.each([
  ['few addresses', 8, 2, {}],
  ['a release that is older than a day', 8, 4, { liveSince: async () => 8 * DAY_MS }],
  ['a threshold of 0', 8, 4, { threshold: { reports: 0, addresses: 0 } }],
])('%s take nothing back', async (_, count, addresses, options: Partial<ReportsOptions>) => {
  const { send, back } = tally(options);
  await send(count, addresses);
  expect(back).toEqual([]);
});

test('reports further apart than a minute do not add up', async () => {
  const { send, back, clock } = tally();
  await send(4, 4);
  clock.now += 60_001;
  await send(4, 4);
  expect(back).toEqual([]);
});

test('reports about other releases than the live ones do not count', async () => {
  const old = 'b'.repeat(32);
  for (const apps of [{ shell: 's1', docs: 'd0' }, { shell: 's0', docs: 'd1' }, undefined]) {
    const { send, back } = tally({ find: async () => apps && compositionOf(apps, old) });
    await send(8, 4, old);
    expect(back).toEqual([]);
  }
  const { send, back } = tally({
    find: async () => compositionOf({ shell: 's1', docs: 'd1', news: 'n0' }, old),
  });
  await send(8, 4, old);
  expect(back).toHaveLength(1);
});

test('old code that fails in a new shell takes the shell back', async () => {
  const { send, back } = tally({ liveSince: async (app) => (app === 'shell' ? 10 * DAY_MS - 1 : 1) });
  await send(8, 4);
  expect(back).toMatchObject([{ app: 'shell', digest: 's1' }]);
});

test('one address, or all of them together, can send only so many', async () => {
  const { reports } = tally();
  const report = { composition: 'a'.repeat(32), app: 'docs', kind: 'chunk' } as const;
  const answers = [];
  for (let index = 0; index < 12; index++) answers.push(await reports.take(report, '10.0.0.1'));
  expect(answers.filter(Boolean)).toHaveLength(10);
  for (let index = 0; index < 700; index++) answers.push(await reports.take(report, `10.1.${index}`));
  expect(answers.filter(Boolean)).toHaveLength(600);
});

async function setUp() {
  const setup = await setUpOps([version('one')], { REPORT_THRESHOLD: '2', REPORT_ADDRESSES: '1' });
  const post = async (payload: string | object, headers: Record<string, string> = {}) =>
    setup.app.inject({ method: 'POST', url: '/-/reports', payload, headers });
  const report = (more: object = {}) => ({
    composition: setup.site.live()!.composition.id,
    app: 'docs',
    kind: 'hydration',
    ...more,
  });
  return { ...setup, post, report };
}

const BEACON = { 'content-type': 'text/plain;charset=UTF-8', origin: 'http://localhost:3000' };

test('a failing release goes back to the last good one by itself, and the history says why', async () => {
  const setup = await setUp();
  const two = version('two');
  await setup.publish(setup.team, 'docs', await packOf(two));
  for (let index = 0; index < 2; index++)
    expect((await setup.post(JSON.stringify(setup.report()), BEACON)).statusCode).toBe(204);
  expect(await pageText(setup)).toContain('one');
  const { history } = (await setup.call('GET', '/-/history?app=docs&limit=1', setup.team)).body;
  expect(history[0]).toMatchObject({ actor: 'gateway', action: 'fallback', from: two.release.digest });
  expect(history[0].note).toBe('one browser reported failures of docs within a minute: 2 × hydration');
  // Somebody makes it live again: it does not go back a second time.
  await setup.call('POST', '/-/releases/docs/rollback', setup.team, { to: two.release.digest });
  for (let index = 0; index < 4; index++) await setup.post(setup.report());
  expect(await pageText(setup)).toContain('two');
});

test('a first release has nothing to go back to, and a pinned one stays', async () => {
  const setup = await setUp();
  for (let index = 0; index < 3; index++) await setup.post(setup.report());
  expect(await pageText(setup)).toContain('one');
  await setup.publish(setup.team, 'docs', await packOf(version('two')));
  await setup.call('POST', '/-/releases/docs/pin', setup.team);
  for (let index = 0; index < 3; index++) await setup.post(setup.report());
  expect(await pageText(setup)).toContain('two');
});

test.each([
  ['another site', { sec: 'cross-site' }, {}, 400],
  ['no JSON', 'hello', {}, 400],
  ['another kind', { kind: 'boredom' }, {}, 400],
  ['further fields', { email: 'a@b.c' }, {}, 400],
  ['no composition', { composition: '../etc' }, {}, 400],
  ['too much', 'x'.repeat(3000), {}, 413],
  ['another type', '<a/>', { 'content-type': 'application/xml' }, 415],
])('a report with %s is refused', async (_, change, headers: Record<string, string>, status) => {
  const setup = await setUp();
  const { sec, ...more } = change as { sec?: string };
  const body = typeof change === 'string' ? change : JSON.stringify(setup.report(more));
  const answer = await setup.post(body, {
    'content-type': 'text/plain',
    ...(sec && { 'sec-fetch-site': sec }),
    ...headers,
  });
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ status });
});
