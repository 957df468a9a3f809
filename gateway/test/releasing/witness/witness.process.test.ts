import { expect, test, vi } from 'vitest';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { startTestGateway, type TestGateway } from '../../fixtures/test-gateway.ts';

/** More than admission tries of one route. */
const ITEMS = 60;
const LISTED = '/items/59';

/** A release of docs whose page of an item does `deed`, where `item` is the item that was asked for. */
const release = (mark: string, deed = '') =>
  remoteRelease({
    routes: [
      { id: 'docs.home', path: '/docs', prerender: true },
      { id: 'docs.item', path: '/items/:item', prerender: false },
    ],
    server: `
      const paths = () => Array.from({ length: ${ITEMS} }, (_, item) => ({ path: '/items/' + item }));
      module.exports = {
        pages: {
          'docs.home': { Component: () => '<h1>${mark}</h1>', server: {} },
          'docs.item': { Component: ({ params: { item } }) => { ${deed} return '<h1>${mark} ' + item + '</h1>'; }, server: { paths } },
        },
        islands: {}, guards: {},
      };`,
  });

async function start(deed: string): Promise<TestGateway> {
  const gateway = await startTestGateway([shellRelease(), release('one')], {
    RENDER_TIMEOUT: '2s',
    // Soon full.
    RENDER_MEMORY_MB: '64',
    RENDER_NEW_PER_MINUTE: '1000',
  });
  await gateway.publish(release('two', deed));
  expect(await bodyOf(gateway, '/docs')).toContain('two');
  return gateway;
}

const get = (gateway: TestGateway, url: string) => gateway.app.inject({ url });
const bodyOf = async (gateway: TestGateway, url: string) => (await get(gateway, url)).body;

test.each([
  ['throws', `if (item === '59') throw new Error('no');`],
  ['never answers', `if (item === '59') return new Promise(() => {});`],
  [
    'ends its process',
    `if (item === '59') { const all = []; for (;;) all.push(new Array(1e6).fill(item)); }`,
  ],
])('a release that %s on a listed page alone goes back one step', async (_, deed) => {
  const gateway = await start(deed);
  for (let visit = 0; visit < 3; visit++)
    expect((await get(gateway, LISTED)).statusCode).toBeGreaterThan(499);
  await vi.waitFor(async () => expect(await bodyOf(gateway, '/docs')).toContain('one'), 120_000);
  expect((await get(gateway, LISTED)).statusCode).toBe(200);
});

test('invented addresses that end the process of a release leave it live', async () => {
  const gateway = await start(
    `if (item.length > 3) { const all = []; for (;;) all.push(new Array(1e6).fill(item)); }`,
  );
  for (let visit = 0; visit < 3; visit++) await get(gateway, `/items/odd-${visit}`);
  await gateway.witness.idle();
  expect(await bodyOf(gateway, '/docs')).toContain('two');
  expect(await bodyOf(gateway, LISTED)).toContain('two 59');
});
