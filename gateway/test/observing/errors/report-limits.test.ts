import { expect, test } from 'vitest';
import { createReportLimits } from '../../../src/observing/errors/report-limits.ts';

const setUp = () => {
  const clock = { now: 0 };
  return { clock, limits: createReportLimits(() => clock.now) };
};

test('of a network 30 come in within a minute; the addresses of an IPv6 network are one', () => {
  const { limits, clock } = setUp();
  const admitted = Array.from({ length: 10_000 }, (_, index) =>
    limits.admit(`2001:db8::${(index % 9_999).toString(16)}`),
  );
  expect(admitted.filter(Boolean)).toHaveLength(30);
  expect(limits.admit('192.0.2.1')).toBe(true);
  clock.now += 60_001;
  expect(limits.admit('2001:db8::1')).toBe(true);
});

test('of all 6,000 are taken within a minute; what is refused does not count', () => {
  const { limits, clock } = setUp();
  for (let index = 0; index < 10_000; index++) limits.admit('192.0.2.1');
  const accepted = Array.from({ length: 7_000 }, () => limits.accept());
  expect(accepted.filter(Boolean)).toHaveLength(6_000);
  clock.now += 60_001;
  expect(limits.accept()).toBe(true);
});

test('of a network 60 views within an hour are measured', () => {
  const { limits, clock } = setUp();
  const views = (address: string) => Array.from({ length: 1_800 }, () => limits.measured(address));
  expect(views('192.0.2.1').filter(Boolean)).toHaveLength(60);
  expect(limits.measured('192.0.2.2')).toBe(true);
  clock.now += 3_600_000;
  expect(limits.measured('192.0.2.1')).toBe(true);
});

test('of a network 200 errors count within a minute', () => {
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

test('of a larger network ten times as many reports, views and errors count', () => {
  const { limits } = setUp();
  const all = Array.from({ length: 5_000 }, (_, index) => `192.0.2.${index % 250}`);
  expect(all.filter(limits.admit)).toHaveLength(300);
  expect(all.filter(limits.measured)).toHaveLength(600);
  const shares = all.map((address) => limits.share(address, 10));
  expect(shares.reduce((sum, count) => sum + count, 0)).toBe(2_000);
});
