import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import { expect, test } from 'vitest';
import type { OpsDeps } from '../../../src/operations/operations-deps.ts';
import { entryRoutes, errorRoutes } from '../../../src/operations/routes/observed.ts';
import { OPERATOR, playedPort, TEAM } from './played-port.ts';

const group = (app: string) => ({ id: '7k2m9x1q', app }) as ErrorGroup;

function operationsPort() {
  const queries: object[] = [];
  const { app, call } = playedPort();
  void app.register(errorRoutes, {
    errors: {
      async list({ id, ...query }) {
        if (id === undefined) queries.push(query);
        return { groups: id === '7k2m9x1q' ? [group('blog'), group('shop')] : [], more: false };
      },
    },
  });

  const get = (url: string, token: string) => call('GET', url, token);
  return { get, queries };
}

test.each([
  ['of all apps to an operator', '/-/errors', OPERATOR, { limit: 50 }],
  ['of the requested app', '/-/errors?app=shop&limit=7', OPERATOR, { app: 'shop', limit: 7 }],
  ['of its own app to a team', '/-/errors', TEAM, { app: 'blog', limit: 50 }],
  [
    'of a release, since a time',
    '/-/errors?app=blog&release=abcdef&since=5',
    TEAM,
    { app: 'blog', release: 'abcdef', sinceMs: 5, limit: 50 },
  ],
])('errors are returned %s', async (_, url, token, query) => {
  const { get, queries } = operationsPort();
  expect((await get(url, token)).status).toBe(200);
  expect(queries).toEqual([query]);
});

test.each([
  ['another team’s app', '/-/errors?app=shop', TEAM, 403],
  ['an unknown token', '/-/errors', 'vf_of-nobody-at-all-123456', 401],
  ['a limit that is too large', '/-/errors?limit=201', OPERATOR, 400],
  ['a malformed release', '/-/errors?release=%25', OPERATOR, 400],
  ['two apps', '/-/errors?app=blog&app=shop', TEAM, 400],
  ['a malformed id', '/-/errors/%00', OPERATOR, 404],
  ['an unknown id', '/-/errors/00000000', OPERATOR, 404],
])('%s is refused', async (_, url, token, status) => {
  const { get, queries } = operationsPort();
  expect((await get(url, token)).status).toBe(status);
  expect(queries).toEqual([]);
});

test('a team sees the groups of an id in its app, an operator all groups', async () => {
  const { get } = operationsPort();
  const appsOf = async (token: string) =>
    ((await get('/-/errors/7k2m9x1q', token)).body as { groups: ErrorGroup[] }).groups.map(({ app }) => app);
  expect([await appsOf(TEAM), await appsOf(OPERATOR)]).toEqual([['blog'], ['blog', 'shop']]);
});

function entriesPort(entries: OpsDeps['entries']) {
  const { app, call } = playedPort();
  void app.register(entryRoutes, { entries });
  return (url: string) => call('GET', url);
}

const REFUSED = { status: 400, body: { code: 'GW_BAD_REQUEST' } };
const NONE = { status: 200, body: { entries: [] } };

test('entries are listed by limit and cursor, and an unknown cursor is refused', async () => {
  const calls: unknown[] = [];
  const get = entriesPort({
    async list(...of) {
      calls.push(of);
      return of[2] === 'wrong' ? undefined : { entries: [] };
    },
  });
  for (const query of ['', '?limit=100&before=5.e1'])
    expect(await get(`/-/entries/blog${query}`)).toEqual(NONE);
  expect(await get('/-/entries/blog?before=wrong')).toMatchObject(REFUSED);
  expect(await get('/-/entries/blog?limit=101')).toMatchObject(REFUSED);
  expect((await get('/-/entries/legal')).status).toBe(403);
  expect(calls).toEqual([
    ['blog', 20, undefined],
    ['blog', 100, '5.e1'],
    ['blog', 20, 'wrong'],
  ]);
});
