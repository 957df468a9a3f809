import { expect, test } from 'vitest';
import { createFailedSignIns, FAILURES_WINDOW_MS } from '../../src/operations/failed-sign-ins.ts';

/** Failed attempts, with the counts and log lines that they cause. */
function setUp() {
  const clock = { now: 0 };
  const counted: object[] = [];
  const logged: { from: string; unlogged: number }[] = [];
  const failures = createFailedSignIns(
    { count: (name, labels) => counted.push({ name, ...labels }) },
    { warn: (details: object) => logged.push(details as (typeof logged)[number]) } as never,
    () => clock.now,
  );
  return { clock, counted, logged, failures };
}

test('each failed attempt is counted, and one network is refused after thirty within a minute', () => {
  const { clock, counted, failures } = setUp();
  const attempt = (ip: string) => failures.take({ id: 'r', ip }, 'page');
  const results = Array.from({ length: 31 }, () => attempt('192.0.2.1'));
  expect(results).toEqual([...Array.from({ length: 30 }, () => true), false]);
  expect(attempt('198.51.100.1')).toBe(true);
  clock.now += FAILURES_WINDOW_MS;
  expect(attempt('192.0.2.1')).toBe(true);
  expect(counted).toHaveLength(33);
  expect(counted[0]).toEqual({ name: 'failed_sign_ins_total', by: 'page' });
});

test('at most ten lines a minute are logged, and the next line has the number of unlogged attempts', () => {
  const { clock, logged, failures } = setUp();
  for (let attempt = 0; attempt < 5_000; attempt++)
    failures.take({ id: 'r', ip: `10.${attempt >> 8}.${attempt & 255}.1` }, 'api');
  expect(logged).toHaveLength(10);
  clock.now += FAILURES_WINDOW_MS;
  failures.take({ id: 'r', ip: '192.0.2.7' }, 'api');
  expect(logged.at(-1)).toMatchObject({ from: '192.0.2.7', unlogged: 4_990 });
});
