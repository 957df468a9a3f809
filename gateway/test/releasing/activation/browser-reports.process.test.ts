import path from 'node:path';
import { expect, test } from 'vitest';
import {
  type BrowserReportsOptions,
  createBrowserReports,
} from '../../../src/releasing/activation/browser-reports.ts';
import { createFileBlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { version } from '../../fixtures/fixture-release.ts';
import { packOf, pageText, setUpOps } from '../operations/operations-setup.ts';

const DAY_MS = 24 * 3_600_000;
const compositionOf = (apps: Record<string, string>, id = 'a'.repeat(32)) => ({ id, apps }) as never;

function tally(options: Partial<BrowserReportsOptions> = {}) {
  const clock = { now: 10 * DAY_MS };
  const back: { app: string; digest: string; reason: string }[] = [];
  const looks: string[][] = [];
  const live = compositionOf({ shell: 's1', docs: 'd1' });
  const reports = createBrowserReports({
    live: () => live,
    find: async () => undefined,
    liveSince: async (app) => (app === 'docs' ? clock.now - 1000 : 0),
    confirm: async () => ['/docs does not render'],
    onSuspicion: (_, __, found) => looks.push(found),
    fallBack: async (app, digest, reason) => void back.push({ app, digest, reason }),
    onReport: () => {},
    threshold: { reports: 5, addresses: 3 },
    hashKey: new Uint8Array(32),
    now: () => clock.now,
    ...options,
  });
  const send = async (count: number, addresses: number, composition = 'a'.repeat(32)) => {
    for (let index = 0; index < count; index++)
      await reports.take({ composition, app: 'docs', kind: 'hydration' }, `10.0.0.${index % addresses}`);
  };
  return { reports, clock, back, looks, send };
}

test('five reports from three networks within a minute, and a look that confirms them, take a new release back, once', async () => {
  const { send, back, looks } = tally();
  await send(4, 3);
  expect(looks).toEqual([]);
  await send(6, 3);
  expect(looks).toHaveLength(1);
  expect(back).toEqual([
    {
      app: 'docs',
      digest: 'd1',
      reason: '3 browsers reported failures of docs within a minute: 5 × hydration; /docs does not render',
    },
  ]);
});

test.each([
  ['the gateway finds nothing wrong', { confirm: async () => [] }, [[]]],
  ['the operator has not opted in', { fallBack: undefined }, [['/docs does not render']]],
])('reports alone take nothing back: %s', async (_, options, seen) => {
  const { send, back, looks } = tally(options as Partial<BrowserReportsOptions>);
  await send(8, 4);
  expect([back, looks]).toEqual([[], seen]);
});

test('the gateway looks at a release every ten minutes at most', async () => {
  const { send, looks, clock } = tally({ confirm: async () => [] });
  for (let minute = 0; minute < 11; minute++) {
    await send(8, 4);
    clock.now += 60_001;
  }
  expect(looks).toHaveLength(2);
});

test('the addresses of one IPv6 network are one sender', async () => {
  const { reports, looks } = tally();
  const report = { composition: 'a'.repeat(32), app: 'docs', kind: 'chunk' } as const;
  const answers = [];
  for (let index = 0; index < 12; index++) answers.push(await reports.take(report, `2001:db8::${index}`));
  expect([answers.filter(Boolean).length, looks]).toEqual([10, []]);
});

test.each([
  ['few addresses', 8, 2, {}],
  ['a release that is older than a day', 8, 4, { liveSince: async () => 8 * DAY_MS }],
  ['a threshold of 0', 8, 4, { threshold: { reports: 0, addresses: 0 } }],
])('%s take nothing back', async (_, count, addresses, options: Partial<BrowserReportsOptions>) => {
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

async function setUp(env: Record<string, string> = {}) {
  const setup = await setUpOps([version('one')], { REPORT_THRESHOLD: '2', REPORT_ADDRESSES: '1', ...env });
  const post = async (payload: string | object, headers: Record<string, string> = {}) =>
    setup.app.inject({ method: 'POST', url: '/-/reports', payload, headers });
  const report = (more: object = {}) => ({
    version: 2,
    composition: setup.site.live()!.composition.id,
    device: 'small',
    errors: [{ app: 'docs', kind: 'hydration', message: 'boom', times: 1 }],
    ...more,
  });
  return { ...setup, post, report };
}

const BEACON = { 'content-type': 'text/plain;charset=UTF-8', origin: 'http://localhost:3000' };

/** Removes a client file of a live release from the disk. */
async function damage({ site, config }: Awaited<ReturnType<typeof setUp>>): Promise<void> {
  const { files } = site.live()!.releases['docs']!;
  const { sha256 } = Object.entries(files).find(([file]) => file.startsWith('client/'))![1];
  await createFileBlobStore(path.join(config.data.dataDir, 'blobs')).remove(sha256);
}

test.each([
  ['that works stays, whatever is reported', { REPORT_ROLLBACK: '1' }, false],
  ['that fails stays where the operator has not opted in', {}, true],
])('a release %s', async (_, env: Record<string, string>, fails) => {
  const setup = await setUp(env);
  await setup.publish(setup.team, 'docs', await packOf(version('two')));
  if (fails) await damage(setup);
  for (let index = 0; index < 4; index++)
    expect((await setup.post(JSON.stringify(setup.report()), BEACON)).statusCode).toBe(204);
  expect(await pageText(setup)).toContain('two');
});

test('a failing release goes back to the last good one by itself, and the history says why', async () => {
  const setup = await setUp({ REPORT_ROLLBACK: '1' });
  const two = version('two');
  await setup.publish(setup.team, 'docs', await packOf(two));
  await damage(setup);
  for (let index = 0; index < 2; index++)
    expect((await setup.post(JSON.stringify(setup.report()), BEACON)).statusCode).toBe(204);
  expect(await pageText(setup)).toContain('one');
  const { history } = (await setup.call('GET', '/-/history?app=docs&limit=1', setup.team)).body;
  expect(history[0]).toMatchObject({ actor: 'gateway', action: 'fallback', from: two.release.digest });
  expect(history[0].note).toMatch(
    /^one browser reported failures of docs within a minute: 2 × hydration; docs\/client\/.+ is not whole in the store$/,
  );
  // Somebody makes it live again: it does not go back a second time.
  await setup.call('POST', '/-/releases/docs/rollback', setup.team, { to: two.release.digest });
  for (let index = 0; index < 4; index++) await setup.post(setup.report());
  expect(await pageText(setup)).toContain('two');
});

test('a first release has nothing to go back to, and a pinned one stays', async () => {
  const setup = await setUp({ REPORT_ROLLBACK: '1' });
  await damage(setup);
  for (let index = 0; index < 3; index++) await setup.post(setup.report());
  expect(await pageText(setup)).toContain('one');
  await setup.publish(setup.team, 'docs', await packOf(version('two')));
  await setup.call('POST', '/-/releases/docs/pin', setup.team);
  for (let index = 0; index < 3; index++) await setup.post(setup.report());
  expect(await pageText(setup)).toContain('two');
});
