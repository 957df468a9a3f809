import type { PageData } from '@voltframe/kit/contract/page/page-data';
import { expect, it } from 'vitest';
import { siteTables } from '../../src/remotes/site-tables.ts';

const own = { imports: { '/a.js': '/b.js' }, integrity: {} };
const file = { routes: [{ id: 'x' }] };

/** @param answers one for each question */
function setUp(data: object, ...answers: (Response | Error)[]) {
  const asked: unknown[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    asked.push([url, init]);
    const answer = answers.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  }) as typeof window.fetch;
  return { asked, tables: siteTables({ composition: 'c1', ...data } as PageData, own, fetch) };
}

it('are asked for once, with what must be in them', async () => {
  const { asked, tables } = setUp({ tables: 'sha256-x' }, Response.json(file));
  expect(await Promise.all([tables(), tables()])).toEqual([file, file]);
  expect(asked).toEqual([['/builds/tables/c1.sha256x.json', { integrity: 'sha256-x', cache: 'default' }]]);
});

it.each([
  ['are another', new TypeError('integrity'), 'integrity'],
  ['are not there', new Response('', { status: 404 }), 'answered with 404'],
])('that %s are asked for again the next time, past what a cache has kept', async (_, first, message) => {
  const { asked, tables } = setUp({ tables: 'sha256-x' }, first, Response.json(file));
  await expect(tables()).rejects.toThrow(message);
  expect(await tables()).toEqual(file);
  expect(asked[1]).toMatchObject(['/builds/tables/c1.sha256x.json', { cache: 'reload' }]);
});

it('are the document’s own where it has all of them', async () => {
  const { asked, tables } = setUp({ routes: [], remotes: { blog: '/c.js' } });
  expect(await tables()).toMatchObject({ ...own, routes: [], remotes: { blog: '/c.js' }, guards: {} });
  expect(asked).toEqual([]);
});
