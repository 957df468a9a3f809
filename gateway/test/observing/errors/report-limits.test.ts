import { expect, test } from 'vitest';
import { createReportLimits } from '../../../src/observing/errors/report-limits.ts';

const setUp = () => {
  const clock = { now: 0 };
  return { clock, limits: createReportLimits(() => clock.now) };
};

test('admits 30 reports of a network within a minute, and counts an IPv6 network as one', () => {
  const { limits, clock } = setUp();
  const admitted = Array.from({ length: 10_000 }, (_, index) =>
    limits.admit(`2001:db8::${(index % 9_999).toString(16)}`),
  );
  expect(admitted.filter(Boolean)).toHaveLength(30);
  expect(limits.admit('192.0.2.1')).toBe(true);
  clock.now += 60_001;
  expect(limits.admit('2001:db8::1')).toBe(true);
});

test('accepts 6,000 reports in total within a minute, not counting refused ones', () => {
  const { limits, clock } = setUp();
  for (let index = 0; index < 10_000; index++) limits.admit('192.0.2.1');
  const accepted = Array.from({ length: 7_000 }, () => limits.accept());
  expect(accepted.filter(Boolean)).toHaveLength(6_000);
  clock.now += 60_001;
  expect(limits.accept()).toBe(true);
});

test('measures 60 views of a network within an hour', () => {
  const { limits, clock } = setUp();
  const views = (address: string) => Array.from({ length: 1_800 }, () => limits.measured(address));
  expect(views('192.0.2.1').filter(Boolean)).toHaveLength(60);
  expect(limits.measured('192.0.2.2')).toBe(true);
  clock.now += 3_600_000;
  expect(limits.measured('192.0.2.1')).toBe(true);
});

test('counts 200 errors of a network within a minute', () => {
  const { limits, clock } = setUp();
  expect([
    limits.share('192.0.2.1', 150),
    limits.share('192.0.2.1', 1_000),
    limits.share('192.0.2.1', 1),
  ]).toEqual([150, 50, 0]);
  expect(limits.share('192.0.2.2', 1_000)).toBe(200);
  clock.now += 60_000;
  expect(limits.share('192.0.2.1', 1)).toBe(1);
});

test('allows a larger network ten times as many reports, views and errors', () => {
  const { limits } = setUp();
  const all = Array.from({ length: 5_000 }, (_, index) => `192.0.2.${index % 250}`);
  expect(all.filter(limits.admit)).toHaveLength(300);
  expect(all.filter(limits.measured)).toHaveLength(600);
  const shares = all.map((address) => limits.share(address, 10));
  expect(shares.reduce((sum, count) => sum + count, 0)).toBe(2_000);
});
