import type { PageData } from '@voltframe/kit/contract/page/page-data';
import { expect, it } from 'vitest';
import { siteTables } from '../../src/remotes/site-tables.ts';

const own = { imports: { '/a.js': '/b.js' }, integrity: {} };
const file = { routes: [{ id: 'x' }] };

/** @param answers one for each request */
function setUp(data: object, ...answers: (Response | Error)[]) {
  const requests: unknown[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    requests.push([url, init]);
    const answer = answers.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  }) as typeof window.fetch;
  return { requests, tables: siteTables({ composition: 'c1', ...data } as PageData, own, fetch) };
}

it('are requested once with their integrity', async () => {
  const { requests, tables } = setUp({ tables: 'sha256-x' }, Response.json(file));
  expect(await Promise.all([tables(), tables()])).toEqual([file, file]);
  expect(requests).toEqual([['/builds/tables/c1.sha256x.json', { integrity: 'sha256-x', cache: 'default' }]]);
});

it.each([
  ['fail their integrity check', new TypeError('integrity'), 'integrity'],
  ['are missing', new Response('', { status: 404 }), 'answered with 404'],
])('that %s are requested again without the cache', async (_, first, message) => {
  const { requests, tables } = setUp({ tables: 'sha256-x' }, first, Response.json(file));
  await expect(tables()).rejects.toThrow(message);
  expect(await tables()).toEqual(file);
  expect(requests[1]).toMatchObject(['/builds/tables/c1.sha256x.json', { cache: 'reload' }]);
});

it('are those of the document if it has all of them', async () => {
  const { requests, tables } = setUp({ routes: [], remotes: { blog: '/c.js' } });
  expect(await tables()).toMatchObject({ ...own, routes: [], remotes: { blog: '/c.js' }, guards: {} });
  expect(requests).toEqual([]);
});
