import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import { expect, test } from 'vitest';
import type { ErrorQuery } from '../../../src/observing/errors/read-errors.ts';
import { recentErrors } from '../../../src/operations/routes/reading.ts';

const HOUR = 3_600_000;
const NOW = 10 * HOUR;
const LIVE = { blog: 'b', legal: 'l' };

function errorsFor(role: 'operator' | 'team', app: string | null) {
  const list = async (query: ErrorQuery) => {
    expect(query).toMatchObject({ source: 'listed', sinceMs: NOW - HOUR });
    const groups = query.app === 'blog' && query.release === 'b' ? [{}, {}] : [];
    return { groups: groups as ErrorGroup[], more: false };
  };
  return recentErrors({ errors: { list }, now: () => NOW }, LIVE, { role, app });
}

test('an operator gets the errors of listed pages of every live release within an hour', async () => {
  expect([...(await errorsFor('operator', null))]).toEqual([
    ['blog', 2],
    ['legal', 0],
  ]);
});

test('a team gets the errors of its own app only', async () => {
  expect([...(await errorsFor('team', 'legal')).keys()]).toEqual(['legal']);
  expect([...(await errorsFor('team', 'gone')).keys()]).toEqual([]);
});
