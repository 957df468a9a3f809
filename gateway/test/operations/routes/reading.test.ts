import { expect, test } from 'vitest';
import { recentErrors } from '../../../src/operations/routes/reading.ts';

const HOUR = 3_600_000;
const NOW = 10.5 * HOUR;
const LIVE = { blog: 'b', legal: 'l' };

function errorsFor(role: 'operator' | 'team', app: string | null) {
  const rates = [
    { release: 'b', hourMs: 9 * HOUR, times: 3 },
    { release: 'old', hourMs: 10 * HOUR, times: 4 },
  ];
  return recentErrors(
    {
      errors: {
        rates: async (of: string, from: number, to: number) =>
          of === 'blog' && from === 9 * HOUR && to === NOW ? rates : [],
      } as never,
      now: () => NOW,
    },
    LIVE,
    { role, app },
  );
}

test('an operator gets the errors of all releases of every app', async () => {
  expect([...(await errorsFor('operator', null))]).toEqual([
    ['blog', { times: 7, sinceMs: 9 * HOUR }],
    ['legal', { times: 0, sinceMs: 9 * HOUR }],
  ]);
});

test('a team gets the errors of its own app only', async () => {
  expect([...(await errorsFor('team', 'legal')).keys()]).toEqual(['legal']);
  expect([...(await errorsFor('team', 'gone')).keys()]).toEqual([]);
});
