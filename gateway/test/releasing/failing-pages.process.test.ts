import { expect, test } from 'vitest';
import { remoteRelease, shellRelease } from '../fixtures/fixture-release.ts';
import { shared } from '../fixtures/shared.ts';
import { startTestGateway, type TestGateway } from '../fixtures/test-gateway.ts';

/** @param word of the page that works. @param broken code of the component of the other page. */
const docs = (word: string, broken: string) =>
  remoteRelease({
    routes: [
      { id: 'docs.home', path: '/docs' },
      { id: 'docs.bad', path: '/bad' },
      { id: 'docs.part', path: '/parts/:slug' },
    ],
    change(release) {
      release.upstreams = { shop: { paths: ['/stock/*'] } };
    },
    server: `
const isThere = (folder) => async ({ params, upstream }) => {
  const { status } = await upstream('shop').get(folder + params.slug);
  return status === 200;
};
module.exports = { pages: {
  'docs.home': { Component: () => '${word}' },
  'docs.bad': { Component: () => { ${broken} } },
  'docs.part': { Component: () => 'a part', server: { validate: isThere('/parts/') } },
}, islands: {}, guards: {} };`,
  });

const BOOM = `throw new Error('boom');`;

const start = shared(async () => {
  const gateway = await startTestGateway([shellRelease(), docs('one', BOOM)], { DEV: '1' });
  return { gateway, url: await gateway.app.listen({ port: 0, host: '127.0.0.1' }) };
});

const page = async ({ app }: TestGateway, url: string) => {
  const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } });
  return [statusCode, /one|two|mended/.exec(body)?.[0]];
};

/** @returns the problems that a page gets when it opens. */
async function problems(url: string): Promise<{ message: string; routes?: string[] }[]> {
  const leaving = new AbortController();
  const { body } = await fetch(`${url}/-/refresh`, { signal: leaving.signal });
  let text = '';
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const found = /data: (\{"token".*\})\n\n/.exec(text);
    if (found) return (JSON.parse(found[1]!) as { problems: [] }).problems;
  }
  return [];
}

test('a development gateway starts with a page that throws, and shows edits of the other pages', async () => {
  const { gateway, url } = await start();
  expect([await page(gateway, '/docs'), await page(gateway, '/bad')]).toEqual([
    [200, 'one'],
    [500, undefined],
  ]);
  await gateway.publish(docs('two', BOOM));
  expect([await page(gateway, '/docs'), await page(gateway, '/bad')]).toEqual([
    [200, 'two'],
    [500, undefined],
  ]);
  await expect.poll(() => problems(url)).toMatchObject([{ message: 'boom', routes: ['/bad'] }]);
  await gateway.publish(docs('two', `return 'mended';`));
  expect(await page(gateway, '/bad')).toEqual([200, 'mended']);
  expect(await problems(url)).toEqual([]);
});

test('a development gateway tells of an undeclared upstream at any address, and nothing of its own probe', async () => {
  const { gateway, url } = await start();
  await gateway.publish(docs('two', `return 'mended again';`));
  expect(await problems(url)).toEqual([]);
  expect(await page(gateway, '/parts/any')).toEqual([404, undefined]);
  await expect
    .poll(() => problems(url))
    .toMatchObject([
      { message: expect.stringContaining('UPSTREAM_UNDECLARED: docs asks'), routes: ['/parts/:slug'] },
    ]);
});

test('another gateway refuses a release with a page that throws', async () => {
  const gateway = await startTestGateway([shellRelease(), docs('one', `return 'mended';`)]);
  await gateway.publish(docs('two', BOOM));
  expect([await page(gateway, '/docs'), await page(gateway, '/bad')]).toEqual([
    [200, 'one'],
    [200, 'mended'],
  ]);
});
