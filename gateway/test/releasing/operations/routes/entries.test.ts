import { expect, test } from 'vitest';
import { operationsOn } from '../../../../src/releasing/operations/operation.ts';
import type { OpsDeps } from '../../../../src/releasing/operations/operations-deps.ts';
import { registerEntries } from '../../../../src/releasing/operations/routes/entries.ts';
import { playedPort } from './played-port.ts';

function operationsPort(entries: OpsDeps['entries']) {
  const { app, tokens, call } = playedPort();
  registerEntries(operationsOn(app, tokens), { entries });
  return (url: string) => call('GET', url);
}

const REFUSED = { status: 400, body: { code: 'GW_BAD_REQUEST' } };
const NONE = { status: 200, body: { entries: [] } };

test('entries are listed by limit and cursor, and an unknown cursor is refused', async () => {
  const calls: unknown[] = [];
  const get = operationsPort({
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

test('a site without forms has no entries', async () => {
  expect(await operationsPort(undefined)('/-/entries/blog')).toEqual(NONE);
});
