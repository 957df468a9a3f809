import type { TokenList } from '@voltframe/kit/contract/operations/credentials';
import { contractWindow } from '@voltframe/kit/contract/contract-version';
import { expect, test } from 'vitest';
import {
  type FixtureRelease,
  pagesBundle,
  remoteRelease,
  shellRelease,
  version,
} from '../fixtures/fixture-release.ts';
import { shared } from '../fixtures/shared.ts';
import { packOf, pageText, setUpOps } from './operations-setup.ts';

const setUp = (...releases: FixtureRelease[]) => setUpOps(releases);
/** For tests that do not change the live releases. */
const start = shared(() => setUp(version('one')));
/** A team has published. */
const published = shared(async () => {
  const [one, two] = [version('one'), version('two')];
  const setup = await setUp(one);
  return { ...setup, one, two, result: await setup.publish(setup.team, 'docs', await packOf(two)) };
});

test('a release that a team publishes is checked, goes live and is in the history', async () => {
  const { result, two, site, publish, call, team, app } = await published();
  expect(result.status).toBe(200);
  expect(result.body).toMatchObject({
    accepted: true,
    activated: true,
    checks: [],
    releases: [{ app: 'docs', digest: two.release.digest }],
  });
  expect(result.body.composition).toBe(site.live()!.composition.id);
  expect(await pageText({ app })).toContain('two');
  const { body } = await call('GET', '/-/history?app=docs&limit=1', team);
  expect(body.history[0]).toMatchObject({
    actor: 'docs CI',
    action: 'activate',
    app: 'docs',
    to: two.release.digest,
  });
  const again = await publish(team, 'docs', await packOf(two));
  expect(again.body).toMatchObject({ accepted: true, activated: true });
});

test('the status reports live apps, pins, freezes and leases', async () => {
  const setup = await published();
  const { body } = await setup.call('GET', '/-/status', setup.team);
  expect(body).toMatchObject({ frozen: null, you: { role: 'team', app: 'docs', name: 'docs CI' } });
  expect(body.apps.map(({ app }: { app: string }) => app)).toEqual(['docs', 'shell']);
  expect(body.leases).toHaveLength(1);
  const window = contractWindow();
  expect(body.contract).toEqual(window);
  expect(body.apps[0].contract).toEqual({ version: window.newest, left: 1 });
});

test('a rollback activates the previous release, also after a restart', async () => {
  const setup = await published();
  const back = await setup.call('POST', '/-/releases/docs/rollback', setup.team);
  expect(back).toMatchObject({ status: 200, body: { to: setup.one.release.digest } });
  expect(await pageText(setup)).toContain('one');
  const again = await setup.restart();
  expect(await pageText(again)).toContain('one');
});

test('a release that needs another version of an app waits: answer, history and status report the reason', async () => {
  const setup = await setUp(version('one'));
  const next = shellRelease({ provides: { react: '20.0.0' } });
  const { digest } = next.release;
  const { status, body } = await setup.publish(setup.operator, 'shell', await packOf(next));
  const reason = 'docs needs react ^19.0.0, the shell provides 20.0.0';
  expect([status, body]).toEqual([
    409,
    expect.objectContaining({
      accepted: false,
      activated: false,
      waiting: { for: 'app', apps: ['docs'], reason },
      checks: [expect.objectContaining({ code: 'ADMISSION_SHARED_VERSION', reason })],
    }),
  ]);
  const { history } = (await setup.call('GET', '/-/history?app=shell&limit=1', setup.team)).body;
  expect(history).toMatchObject([
    {
      action: 'refuse',
      to: digest,
      note: `ADMISSION_SHARED_VERSION: ${reason}\nit waits and is tried again when docs changes`,
    },
  ]);
  const { body: current } = await setup.call('GET', '/-/status', setup.team);
  expect(current.waiting).toEqual([{ app: 'shell', digest, waitsFor: ['docs'] }]);
  expect(current.sharedChanges).toMatchObject([
    { module: 'react', from: '19.3.1', to: '20.0.0', accepted: [], ready: [], missing: ['docs'] },
  ]);
  const docs = remoteRelease({ requires: { react: '^20.0.0' } });
  await setup.publish(setup.team, 'docs', await packOf(docs));
  expect(setup.site.live()!.composition.apps).toEqual({ docs: docs.release.digest, shell: digest });
});

test('a bad release is refused with code, reason and fix, and the live site does not change', async () => {
  const setup = await start();
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

test('check=1 returns a verdict, and neither activates nor stores the release', async () => {
  const setup = await start();
  const stored = async () => (await setup.call('GET', '/-/releases/docs', setup.team)).body.releases.length;
  const before = await stored();
  const result = await setup.publish(setup.team, 'docs', await packOf(version('two')), '?check=1');
  expect(result.body).toMatchObject({ accepted: true, activated: false });
  expect(await pageText(setup)).toContain('one');
  expect(await stored()).toBe(before);
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

test('a team may call no operation of operators, but creates and revokes limited tokens of its app', async () => {
  const setup = await start();
  for (const [method, url, body] of [
    ['POST', '/-/freeze', {}],
    ['POST', '/-/releases/docs/retire', {}],
    ['POST', '/-/tokens', { role: 'team', app: 'docs' }],
    ['POST', '/-/tokens', { role: 'preview', app: 'news' }],
  ] as const)
    expect((await setup.call(method, url, setup.team, body)).status).toBe(403);
  const created = await setup.call('POST', '/-/tokens', setup.team, { role: 'preview', app: 'docs' });
  const listed = (await setup.call('GET', '/-/tokens', setup.team)).body as TokenList;
  expect(listed.tokens.map(({ app, role }) => [app, role])).toEqual([
    ['docs', 'team'],
    ['docs', 'preview'],
  ]);
  expect((await setup.call('DELETE', `/-/tokens/${created.body.id}`, setup.team)).status).toBe(200);
});

test('a frozen site accepts only a rollback, and held releases go live when the freeze ends', async () => {
  const setup = await setUp(version('one'), version('first', 'news'));
  await setup.publish(setup.team, 'docs', await packOf(version('two')));
  await setup.call('POST', '/-/freeze', setup.operator, { reason: 'campaign' });
  const held = await setup.publish(setup.operator, 'news', await packOf(version('second', 'news')));
  expect(held.body.waiting).toEqual({ for: 'freeze', reason: 'the site is frozen by ada: campaign' });
  expect((await setup.call('POST', '/-/releases/docs/rollback', setup.team)).status).toBe(200);
  const again = await setup.restart();
  expect(await pageText(again, '/news')).toContain('first');
  const headers = { authorization: `Bearer ${setup.operator}` };
  await again.ops.inject({ method: 'POST', url: '/-/unfreeze', headers });
  expect(await pageText(again, '/news')).toContain('second');
});

test('only files of served compositions can be fetched', async () => {
  const setup = await start();
  const { sha256 } = setup.site.live()!.releases['docs']!.files['server/server.cjs']!;
  const headers = { authorization: `Bearer ${setup.team}` };
  expect((await setup.ops.inject({ url: `/-/blobs/${sha256}`, headers })).body).toContain('one');
  expect((await setup.ops.inject({ url: `/-/blobs/${'0'.repeat(64)}`, headers })).statusCode).toBe(404);
});
