import { expect, test } from 'vitest';
import { count } from '../../scripts/vitest.ts';

const report = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 };

test.each([
  {
    name: 'what a runner reports is counted',
    report,
    exitCode: 0,
    counted: { passed: 5, failed: 0, skipped: 2 },
  },
  {
    name: 'a runner that ends badly without a failed test',
    report,
    exitCode: 1,
    counted: { passed: 5, failed: 1, skipped: 2 },
  },
  {
    name: 'a runner that ends well without a report',
    report: undefined,
    exitCode: 0,
    counted: { passed: 0, failed: 1, skipped: 0 },
  },
  {
    name: 'a failed test is counted once',
    report: { ...report, numFailedTests: 2 },
    exitCode: 1,
    counted: { passed: 5, failed: 2, skipped: 2 },
  },
])('$name', (given) => {
  expect(count(given.report, given.exitCode)).toEqual(given.counted);
});
