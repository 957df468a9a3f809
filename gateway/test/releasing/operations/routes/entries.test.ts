import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { operationsOn } from '../../../../src/releasing/operations/operation.ts';
import type { OpsDeps } from '../../../../src/releasing/operations/operations-deps.ts';
import { registerEntries } from '../../../../src/releasing/operations/routes/entries.ts';

const TOKEN = 'vf_of-the-team-of-blog-1234';

function operationsPort(entries: OpsDeps['entries']) {
  const app = Fastify();
  app.setErrorHandler((error: Error, _request, reply) =>
    isPlatformError(error) ? reply.code(error.status).send({ code: error.code }) : error,
  );
  const find = async () => ({ role: 'team', app: 'blog', name: 'blog CI' });
  registerEntries(operationsOn(app, { find } as never), { entries });
  return async (url: string) => {
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${TOKEN}` } });
    return [answer.statusCode, answer.json<unknown>()];
  };
}

test('entries are listed by limit and cursor, and an unknown cursor is refused', async () => {
  const calls: unknown[] = [];
  const get = operationsPort({
    async list(...of) {
      calls.push(of);
      return of[2] === 'wrong' ? undefined : { entries: [] };
    },
  });
  for (const query of ['', '?limit=100&before=5.e1'])
    expect(await get(`/-/entries/blog${query}`)).toEqual([200, { entries: [] }]);
  expect(await get('/-/entries/blog?before=wrong')).toEqual([400, { code: 'GW_BAD_REQUEST' }]);
  expect(await get('/-/entries/blog?limit=101')).toEqual([400, { code: 'GW_BAD_REQUEST' }]);
  expect((await get('/-/entries/legal'))[0]).toBe(403);
  expect(calls).toEqual([
    ['blog', 20, undefined],
    ['blog', 100, '5.e1'],
    ['blog', 20, 'wrong'],
  ]);
});

test('a site without forms has no entries', async () => {
  expect(await operationsPort(undefined)('/-/entries/blog')).toEqual([200, { entries: [] }]);
});
