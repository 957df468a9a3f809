import type { Alert } from '@voltframe/kit/contract/operations/event';
import { expect, test } from 'vitest';
import { appSigns } from '../../../src/operations/routes/reading.ts';

const HOUR = 3_600_000;
const NOW = 10.5 * HOUR;
const LIVE = { blog: 'b', legal: 'l' };
const alert = { id: 'a1' } as Alert;
const failing = { channel: 'webhook' as const, waiting: 2, since: 0, error: 'HTTP 503' };

function signsFor(role: 'operator' | 'team', app: string | null) {
  const rates = [
    { release: 'b', hourMs: 9 * HOUR, times: 3 },
    { release: 'old', hourMs: 10 * HOUR, times: 4 },
  ];
  return appSigns(
    {
      errors: {
        rates: async (of: string, from: number, to: number) =>
          of === 'blog' && from === 9 * HOUR && to === NOW ? rates : [],
      } as never,
      alerts: {
        open: async (live) => new Map('blog' in live ? [['blog', [alert]]] : []),
        undelivered: async () => new Map([['blog', [failing]]]),
      },
      now: () => NOW,
    },
    LIVE,
    { role, app },
  );
}

test('an operator gets the errors of all releases of every app, and the alerts', async () => {
  expect([...(await signsFor('operator', null))]).toEqual([
    ['blog', { errors: { times: 7, sinceMs: 9 * HOUR }, alerts: [alert], undelivered: [failing] }],
    ['legal', { errors: { times: 0, sinceMs: 9 * HOUR } }],
  ]);
});

test('a team gets the errors of its own app only', async () => {
  expect([...(await signsFor('team', 'legal')).keys()]).toEqual(['legal']);
  expect([...(await signsFor('team', 'gone')).keys()]).toEqual([]);
});
