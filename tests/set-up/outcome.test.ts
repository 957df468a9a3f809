import { describe, expect, test } from 'vitest';
import { type Outcome, type Report, lastLines, readOutcome, sumOf } from '../../scripts/outcome.ts';

const tests = (...statuses: string[]): Report => ({
  testResults: [
    {
      name: 'a.test.ts',
      assertionResults: statuses.map((status, index) => ({ fullName: `rule ${index}`, status })),
    },
  ],
});
const outcome = (some: Partial<Outcome>): Outcome => ({ passed: [], failed: 0, skipped: [], ...some });

describe('what a runner says', () => {
  test.each([
    {
      name: 'what passed and failed is counted',
      report: tests('passed', 'failed'),
      exitCode: 1,
      counts: [1, 1],
    },
    {
      name: 'a bad end without a failed test is a failure',
      report: tests('passed'),
      exitCode: 1,
      counts: [1, 1],
    },
    { name: 'a good end without a report is a failure', report: undefined, exitCode: 0, counts: [0, 1] },
    { name: 'a failed test is counted once', report: tests('failed', 'failed'), exitCode: 1, counts: [0, 2] },
  ])('$name', ({ report, exitCode, counts }) => {
    const { passed, failed } = readOutcome(report, exitCode);
    expect([passed.length, failed]).toEqual(counts);
  });

  test.each([
    { meta: { needs: 'a PostgreSQL server' }, reason: 'a PostgreSQL server' },
    { meta: {}, reason: 'it gives no reason' },
  ])('a test that did not run is named with what it needs: $reason', ({ meta, reason }) => {
    const report = tests('skipped', 'todo');
    for (const result of report.testResults[0]!.assertionResults) result.meta = meta;
    expect(readOutcome(report, 0).skipped).toEqual([
      { name: 'a.test.ts: rule 0', reason },
      { name: 'a.test.ts: rule 1', reason },
    ]);
  });
});

describe('the sum of the parts', () => {
  test('a test that one part leaves out and another runs is no skip', () => {
    const skipped = ['a', 'b'].map((name) => ({ name, reason: 'none' }));
    expect(sumOf([outcome({ passed: ['x'], skipped }), outcome({ passed: ['b'] })])).toEqual({
      passed: ['x', 'b'],
      failed: 0,
      skipped: [skipped[0]],
    });
  });

  test('a part that crashed counts', () => {
    expect(sumOf([outcome({ passed: ['a'] }), outcome({ failed: 1 })]).failed).toBe(1);
  });

  test('no test at all is a failure', () => {
    expect(sumOf([outcome({}), outcome({ skipped: [{ name: 'a', reason: 'none' }] })]).failed).toBe(1);
  });
});

describe('the last lines', () => {
  test('the count is the last one, alone', () => {
    expect(lastLines(outcome({ passed: ['a', 'b'], failed: 1 }))).toEqual(['2 passed, 1 failed']);
  });

  test('every skip is named with its reason before it', () => {
    const skipped = [{ name: 'the stores on PostgreSQL', reason: 'not installed' }];
    expect(lastLines(outcome({ passed: ['a'], skipped }))).toEqual([
      'skipped: the stores on PostgreSQL (not installed)',
      '1 passed, 0 failed, 1 skipped',
    ]);
  });
});
