import { contractWindow, FIRST_CONTRACT, versionsLeft } from '@voltframe/kit/contract/contract-version';
import { describe, expect, test } from 'vitest';
import {
  type FixtureRelease,
  pagesBundle,
  remoteRelease,
  shellRelease,
  version,
} from '../../fixtures/fixture-release.ts';
import { packOf, pageText, setUpOps } from './operations-setup.ts';

const setUp = (...releases: FixtureRelease[]) => setUpOps(releases);

test('a team publishes its app: checked, live, and in the history', async () => {
  const setup = await setUp(version('one'));
  const two = version('two');
  const result = await setup.publish(setup.team, 'docs', await packOf(two));
  expect(result.status).toBe(200);
  expect(result.body).toMatchObject({
    accepted: true,
    activated: true,
    checks: [],
    releases: [{ app: 'docs', digest: two.release.digest }],
  });
  expect(result.body.composition).toBe(setup.site.live()!.composition.id);
  expect(await pageText(setup)).toContain('two');
  const { body } = await setup.call('GET', '/-/history?app=docs&limit=1', setup.team);
  expect(body.history[0]).toMatchObject({
    actor: 'docs CI',
    action: 'activate',
    app: 'docs',
    to: two.release.digest,
  });
  const again = await setup.publish(setup.team, 'docs', await packOf(two));
  expect(again.body).toMatchObject({ accepted: true, activated: true });
});

test('a bad release is refused with code, reason and fix; nothing live changes', async () => {
  const setup = await setUp(version('one'));
  const { id } = setup.site.live()!.composition;
  const broken = remoteRelease({ server: pagesBundle({ 'docs.home': '' }) });
  const result = await setup.publish(setup.team, 'docs', await packOf(broken));
  expect(result.status).toBe(422);
  expect(result.body).toMatchObject({
    accepted: false,
    activated: false,
    checks: [{ code: 'ADMISSION_PAGE', app: 'docs' }],
  });
  expect(result.body.checks[0].fix).not.toBe('');
  expect(setup.site.live()!.composition.id).toBe(id);
});

test('check=1 judges and changes nothing, not even what is kept', async () => {
  const setup = await setUp(version('one'));
  const result = await setup.publish(setup.team, 'docs', await packOf(version('two')), '?check=1');
  expect(result.body).toMatchObject({ accepted: true, activated: false });
  expect(await pageText(setup)).toContain('one');
  expect((await setup.call('GET', '/-/releases/docs', setup.team)).body.releases).toHaveLength(1);
});

test('several releases go live in one step, or none does', async () => {
  const setup = await setUp(version('one'), version('first', 'news'));
  const before = (await setup.call('GET', '/-/history', setup.operator)).body.history.length;
  const bad = await setup.publish(
    setup.operator,
    'docs,news',
    await packOf(version('two'), remoteRelease({ app: 'news', requires: { left: '1' } })),
  );
  expect([bad.status, bad.body.waiting.apps]).toEqual([409, ['shell']]);
  expect(await pageText(setup)).toContain('one');
  const good = await setup.publish(
    setup.operator,
    'docs,news',
    await packOf(version('two'), version('second', 'news')),
  );
  expect(good.body.activated).toBe(true);
  expect(await pageText(setup, '/news')).toContain('second');
  expect((await setup.call('GET', '/-/history', setup.operator)).body.history.length).toBe(before + 4);
});

test("a release that only lacks another app's version is refused for now: the answer and the history say why and until when", async () => {
  const setup = await setUp(version('one'));
  const next = remoteRelease({ requires: { react: '^20.0.0' } });
  const { status, body } = await setup.publish(setup.team, 'docs', await packOf(next));
  const reason = 'docs needs react ^20.0.0, the shell provides 19.3.1';
  expect([status, body]).toEqual([
    409,
    expect.objectContaining({
      accepted: false,
      activated: false,
      waiting: { for: 'app', apps: ['shell'], reason },
      checks: [expect.objectContaining({ code: 'ADMISSION_SHARED_VERSION', app: 'docs', reason })],
    }),
  ]);
  const { history } = (await setup.call('GET', '/-/history?app=docs&limit=1', setup.team)).body;
  expect(history).toMatchObject([
    {
      action: 'refuse',
      to: next.release.digest,
      note: `ADMISSION_SHARED_VERSION: ${reason}\nit waits and is tried again when shell changes`,
    },
  ]);
  await setup.publish(setup.operator, 'shell', await packOf(shellRelease({ provides: { react: '20.0.0' } })));
  expect(setup.site.live()!.composition.apps['docs']).toBe(next.release.digest);
});

/** A release of an app with pages at these paths. */
function paths(app: string, all: string[]) {
  return remoteRelease({ app, routes: all.map((path, index) => ({ id: `${app}.${index}`, path })) });
}

describe('what waited for an earlier release', () => {
  const needs = (range: string) => remoteRelease({ requires: { react: range } });
  const provides = (react: string) => shellRelease({ provides: { react } });
  /** The site with React 20, and a release of docs that waits for React 19 to come back. */
  const waiting = async () => {
    const setup = await setUp(needs('^19.0.0'));
    await setup.publish(setup.operator, 'docs,shell', await packOf(provides('20.0.0'), needs('^20.0.0')));
    const late = needs('^19.1.0');
    expect((await setup.publish(setup.team, 'docs', await packOf(late))).status).toBe(409);
    return { ...setup, late: late.release.digest, docs: () => setup.site.live()!.composition.apps['docs'] };
  };
  const goBack = async ({ call, operator }: Awaited<ReturnType<typeof setUp>>) =>
    (await call('POST', '/-/releases/shell/rollback', operator)).status;

  test('goes live after the rollback that brings it back, as an activation of its own', async () => {
    const setup = await waiting();
    expect(await goBack(setup)).toBe(200);
    await expect.poll(setup.docs).toBe(setup.late);
    const { history } = (await setup.call('GET', '/-/history?app=docs&limit=1', setup.operator)).body;
    expect(history).toMatchObject([{ action: 'activate', to: setup.late }]);
  });

  test('is kept back by a pin, and with it what would have to go back too', async () => {
    const setup = await waiting();
    const before = setup.docs();
    expect((await setup.call('POST', '/-/releases/docs/pin', setup.operator, {})).status).toBe(200);
    expect([await goBack(setup), setup.docs()]).toEqual([422, before]);
  });

  test('is kept back by a freeze, which keeps no rollback back', async () => {
    const setup = await waiting();
    expect((await setup.call('POST', '/-/freeze', setup.operator, {})).status).toBe(200);
    expect([await goBack(setup), setup.docs()]).toEqual([200, needs('^19.0.0').release.digest]);
  });
});

test('what went live together goes back together', async () => {
  const before = [paths('docs', ['/docs', '/moved']), paths('news', ['/news'])] as const;
  const setup = await setUp(...before);
  const both = [paths('docs', ['/docs']), paths('news', ['/news', '/moved'])];
  await setup.publish(setup.operator, 'docs,news', await packOf(...both));
  expect((await setup.call('POST', '/-/releases/docs/rollback', setup.team)).status).toBe(200);
  const { docs, news } = setup.site.live()!.composition.apps;
  expect([docs, news]).toEqual(before.map(({ release }) => release.digest));
});

test('a rollback that does not fit what another app did since is refused with the command that does it, and does not wait', async () => {
  const setup = await setUp(paths('docs', ['/docs', '/moved']), paths('news', ['/news']));
  const gone = paths('docs', ['/docs']);
  await setup.publish(setup.team, 'docs', await packOf(gone));
  await setup.publish(setup.operator, 'news', await packOf(paths('news', ['/news', '/moved'])));
  const { status, body } = await setup.call('POST', '/-/releases/docs/rollback', setup.team);
  expect([status, body.waiting, body.checks[0].code]).toEqual([422, undefined, 'ADMISSION_ROUTE_CLASH']);
  expect(body.checks[0].fix).toContain('--with news');
  await setup.publish(setup.operator, 'news', await packOf(paths('news', ['/news'])));
  expect(setup.site.live()!.composition.apps['docs']).toBe(gone.release.digest);
});

test('a team may not do what operators do', async () => {
  const setup = await setUp(version('one'));
  for (const [method, url] of [
    ['POST', '/-/freeze'],
    ['POST', '/-/releases/docs/retire'],
    ['GET', '/-/tokens'],
    ['POST', '/-/tokens'],
  ] as const)
    expect((await setup.call(method, url, setup.team, method === 'POST' ? {} : undefined)).status).toBe(403);
});

test('rollback goes to the release before, or to the one named, and stays over a restart', async () => {
  const one = version('one');
  const setup = await setUp(one);
  await setup.publish(setup.team, 'docs', await packOf(version('two')));
  const back = await setup.call('POST', '/-/releases/docs/rollback', setup.team);
  expect(back).toMatchObject({ status: 200, body: { to: one.release.digest } });
  expect(await pageText(setup)).toContain('one');
  const again = await setup.restart();
  expect(await pageText(again)).toContain('one');
});

test('a pinned app admits new releases and lets them wait', async () => {
  const setup = await setUp(version('one'));
  await setup.call('POST', '/-/releases/docs/pin', setup.team);
  const held = await setup.publish(setup.team, 'docs', await packOf(version('two')));
  expect(held).toMatchObject({
    status: 200,
    body: { accepted: true, activated: false, waiting: { for: 'pin' } },
  });
  expect(await pageText(setup)).toContain('one');
  await setup.call('POST', '/-/releases/docs/unpin', setup.team);
  expect(await pageText(setup)).toContain('two');
});

test('a frozen site takes nothing live but a rollback; what waited goes live after it', async () => {
  const setup = await setUp(version('one'), version('first', 'news'));
  await setup.publish(setup.team, 'docs', await packOf(version('two')));
  await setup.call('POST', '/-/freeze', setup.operator, { reason: 'campaign' });
  const held = await setup.publish(setup.operator, 'news', await packOf(version('second', 'news')));
  expect(held.body.waiting).toEqual({ for: 'freeze', reason: 'the site is frozen by ada: campaign' });
  expect((await setup.call('POST', '/-/releases/docs/rollback', setup.team)).status).toBe(200);
  const again = await setUpAgain(setup);
  expect(await pageText(again, '/news')).toContain('first');
  await again.call('POST', '/-/unfreeze', setup.operator);
  expect(await pageText(again, '/news')).toContain('second');
});

async function setUpAgain(setup: Awaited<ReturnType<typeof setUp>>) {
  const gateway = await setup.restart();
  const call = async (method: 'POST', url: string, token: string) =>
    gateway.ops.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
  return { ...gateway, call };
}

test('tokens are shown once, listed without secrets, and end at once', async () => {
  const setup = await setUp(version('one'));
  const made = await setup.call('POST', '/-/tokens', setup.operator, { role: 'team', app: 'news' });
  expect(made.body.token).toMatch(/^vf_[\w-]{43}$/);
  expect(JSON.stringify((await setup.call('GET', '/-/tokens', setup.operator)).body)).not.toContain('vf_');
  expect((await setup.call('DELETE', `/-/tokens/${made.body.id}`, setup.operator)).status).toBe(200);
  expect((await setup.call('GET', '/-/status', made.body.token)).status).toBe(401);
});

test('status tells what is live, pinned, frozen and leased', async () => {
  const setup = await setUp(version('one'));
  await setup.publish(setup.team, 'docs', await packOf(version('two')));
  const { body } = await setup.call('GET', '/-/status', setup.team);
  expect(body).toMatchObject({ frozen: null, you: { role: 'team', app: 'docs', name: 'docs CI' } });
  expect(body.apps.map(({ app }: { app: string }) => app)).toEqual(['docs', 'shell']);
  expect(body.leases).toHaveLength(1);
  // The releases of these tests name no version of the contract.
  const left = versionsLeft(FIRST_CONTRACT);
  expect(body.contract).toEqual(contractWindow());
  expect(body.apps[0].contract).toEqual({ version: FIRST_CONTRACT, ...(left !== undefined && { left }) });
});

test('status tells what waits for what, and who is missing for the next version of a shared module', async () => {
  const setup = await setUp(version('one'));
  const next = shellRelease({ provides: { react: '20.0.0' } });
  const { status } = await setup.publish(setup.operator, 'shell', await packOf(next));
  const { body } = await setup.call('GET', '/-/status', setup.team);
  expect([status, body.waiting]).toEqual([
    409,
    [{ app: 'shell', digest: next.release.digest, waitsFor: ['docs'] }],
  ]);
  expect(body.sharedChanges).toMatchObject([
    { module: 'react', from: '19.3.1', to: '20.0.0', accepted: [], ready: [], missing: ['docs'] },
  ]);
});

test('files of served compositions can be fetched, others cannot', async () => {
  const setup = await setUp(version('one'));
  const { sha256 } = setup.site.live()!.releases['docs']!.files['server/server.cjs']!;
  const headers = { authorization: `Bearer ${setup.team}` };
  expect((await setup.ops.inject({ url: `/-/blobs/${sha256}`, headers })).body).toContain('one');
  expect((await setup.ops.inject({ url: `/-/blobs/${'0'.repeat(64)}`, headers })).statusCode).toBe(404);
});
