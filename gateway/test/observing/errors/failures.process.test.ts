import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { shared } from '../../fixtures/shared.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';

const HTML = { accept: 'text/html' };
/** Line 5 of the bundle is line 12 of the source. */
const MAP = { version: 3, sources: ['src/pages/bad.tsx'], names: [], mappings: ';;;;AAWA' };

const failing = (serverMap: string) =>
  remoteRelease({
    routes: [
      { id: 'docs.home', path: '/docs' },
      { id: 'docs.bad', path: '/bad', query: ['now'] },
      { id: 'docs.holes', path: '/holes' },
    ],
    islands: { Bad: { css: [] } },
    server: `
const islands = [{ name: 'Bad', props: { now: 1 }, key: 'a' }, { name: 'Nobodys', props: {}, key: 'b' }];
module.exports = { pages: { 'docs.home': { Component: () => 'home' }, 'docs.bad': { Component: ({ search }) => {
  if (!/\\d/.test(search)) return 'quiet';
  throw new Error('boom\\nforged');
} }, 'docs.holes': { Component: () => 'holes', server: { islands } } },
islands: { Bad: { Component: ({ now }) => { if (now) throw new Error('no island'); return ''; } } }, guards: {} };`,
    serverMap,
  });

/** The app with the second island of the page with holes. */
const news = remoteRelease({
  app: 'news',
  islands: { Nobodys: { css: [] } },
  server: `module.exports = { pages: { 'news.home': { Component: () => 'news' } },
islands: { Nobodys: { Component: () => '' } }, guards: {} };`,
});

/** Time limit of a log line: a thread first reads the source map. */
const LOGGED = 30_000;

/** A gateway whose log can be read. */
const start = shared(async () => {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  const logger = pino({ level: 'warn' }, sink);
  const releases = [shellRelease(), failing(JSON.stringify(MAP)), news];
  const gateway = await startTestGateway(releases, {}, undefined, logger);
  const logged = (text: string) => lines.filter(({ msg }) => String(msg).startsWith(text));
  /** @returns the first failure of the code of docs that fits, and all others. */
  const failureOf = async (fits: (line: Record<string, unknown>) => boolean) => {
    const ofCode = () => logged('release code failed: docs').filter(fits);
    await vi.waitFor(() => expect(ofCode()).not.toEqual([]), LOGGED);
    const [thrown, ...more] = ofCode();
    return { thrown: thrown!, more };
  };
  return { ...gateway, logged, failureOf };
});

test('logs a page that throws once, with the file and line of its source', async () => {
  const { app, logged, failureOf } = await start();
  for (let times = 0; times < 3; times++) {
    const answer = await app.inject({ url: `/bad?now=${times}`, headers: HTML });
    expect([answer.statusCode, answer.body.includes('boom')]).toEqual([500, false]);
  }
  const { thrown, more } = await failureOf(({ call }) => call === 'fragment');
  expect(more).toEqual([]);
  expect(thrown).toMatchObject({ app: 'docs', call: 'fragment', reason: 'boom forged' });
  expect(thrown['msg']).toContain('docs src/pages/bad.tsx:12');
  expect(logged('a page failed: docs.bad')).toHaveLength(1);
});

test('serves a source map at no address of the site', async () => {
  const { app } = await start();
  const file = 'server/server.cjs.map';
  const urls = [
    `/assets/docs/${file}`,
    `/assets/docs/maps/${file}`,
    `/assets/docs/..%2fmaps%2f${file}`,
    `/maps/${file}`,
  ];
  for (const url of urls) {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.body.includes('bad.tsx')]).toEqual([404, false]);
  }
});

test('logs an empty island once, with its app, or with the app of the page when no app has it', async () => {
  const { app, changes, logged } = await start();
  await changes.retire('news', 'a test');
  for (let times = 0; times < 3; times++)
    expect((await app.inject({ url: '/holes', headers: HTML })).body).toContain('holes');
  const islands = logged('an island is left empty').map(({ app: owner, what }) => ({ owner, what }));
  expect(islands).toHaveLength(2);
  expect(islands).toEqual(
    expect.arrayContaining([
      { owner: 'docs', what: 'Bad' },
      { owner: 'docs', what: 'Nobodys' },
    ]),
  );
});

test('logs a bundle that throws when it is loaded, with the file and line of its source', async () => {
  const { publish, failureOf } = await start();
  const server = `\n\n\n\nthrow new Error('not today');`;
  await publish(remoteRelease({ server, serverMap: JSON.stringify(MAP) }));
  const { thrown, more } = await failureOf(({ call }) => call === 'load');
  expect(more).toEqual([]);
  expect(thrown).toMatchObject({ app: 'docs', call: 'load', reason: '"docs": not today' });
  expect(thrown['msg']).toContain('docs src/pages/bad.tsx:12');
});
