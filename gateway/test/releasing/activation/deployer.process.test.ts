import { expect, test } from 'vitest';
import { remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { shared } from '../../fixtures/shared.ts';
import { startTestGateway, type TestGateway } from '../../fixtures/test-gateway.ts';

const operatorOf = async ({ tokens }: TestGateway): Promise<string> =>
  (await tokens.create({ role: 'operator', app: null, name: 'ada', expiresAt: null })).token;
const HTML = { accept: 'text/html' };
const pageOf = async ({ app }: TestGateway) => (await app.inject({ url: '/docs', headers: HTML })).body;
/** Each test publishes the releases that it needs. */
const start = shared(() => startTestGateway([shellRelease(), version('one'), version('first', 'news')]));

test('a new release is live immediately, and a page that was open before is served from its own composition', async () => {
  const setup = await start();
  const before = setup.site.live()!.composition.id;
  await setup.publish(version('two'));
  const { app } = setup;
  expect(await pageOf(setup)).toContain('two');
  const old = await app.inject({ url: `/docs/_payload.json?${before}` });
  expect([old.statusCode, old.headers['x-composition'], old.json().composition]).toEqual([
    200,
    before,
    before,
  ]);
  expect((await app.inject('/assets/docs/one.0000000009.js')).body).toBe("'one';");
  expect((await app.inject(`/builds/meta/${before}.json`)).json().id).toBe(before);
});

test('of parts that render at the same time, only the one in a loop is reported, with the line of the loop', async () => {
  const server = `const later = (html) => new Promise((done) => setTimeout(() => done(html), 50));
  const spin = (what) => { for (; what === 'bad'; ); return later('<h1>Good</h1>'); };
  const [good, bad] = ['good', 'bad'].map((what) => ({ Component: () => spin(what) }));
  module.exports = {
    pages: { 'docs.good': good, 'docs.bad': bad },
    islands: { Good: good, Bad: bad, Best: good },
    guards: {},
  };`;
  const routes = [
    { id: 'docs.good', path: '/docs' },
    { id: 'docs.bad', path: '/endless' },
  ];
  const islands = { Good: { css: [] }, Bad: { css: [] }, Best: { css: [] } };
  const setup = await startTestGateway([shellRelease()], { RENDER_TIMEOUT: '1s' });
  const serverMap = JSON.stringify({ version: 3, sources: ['src/spin.ts'], names: [], mappings: ';AAWA' });
  await setup.publish(remoteRelease({ routes, islands, serverMap, server }));
  expect((await noteOf(setup)).split('\n')).toEqual([
    expect.stringMatching(
      /^ADMISSION_PAGE: \/endless .* longer than 1000 ms at spin \(docs src\/spin.ts:12\)/,
    ),
    expect.stringMatching(
      /^ADMISSION_ISLAND: The island Bad .* longer than 1000 ms at spin \(docs src\/spin.ts:12\)/,
    ),
  ]);
});

const noteOf = async (setup: TestGateway): Promise<string> => {
  const headers = { authorization: `Bearer ${await operatorOf(setup)}` };
  const answer = await setup.ops.inject({ url: '/-/history?app=docs&limit=1', headers });
  return answer.json().history[0].note;
};

test('another site configuration is another composition', async () => {
  const setup = await startTestGateway([shellRelease(), version('one')]);
  const { id } = setup.site.live()!.composition;
  await setup.close();
  const renamed = await startTestGateway([], { SITE_NAME: 'Other' }, setup.folder);
  expect(renamed.site.live()!.composition.id).not.toBe(id);
  expect((await renamed.app.inject(`/docs/_payload.json?${id}`)).statusCode).toBe(200);
});

test('a release of one app causes no rendering of pages of another app', async () => {
  const setup = await start();
  const before = (await setup.app.inject('/news/_payload.json')).json().prerenderedAt;
  await setup.publish(version('three'));
  expect(await pageOf(setup)).toContain('three');
  expect((await setup.app.inject('/news/_payload.json')).json().prerenderedAt).toBe(before);
});
