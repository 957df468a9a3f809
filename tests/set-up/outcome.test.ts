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
const broken = { name: 'b', reason: 'expected 1 to be 2' };
const outcome = (some: Partial<Outcome>): Outcome => ({ passed: [], failed: [], skipped: [], ...some });

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
    const { passed, failed } = readOutcome('unit', report, exitCode);
    expect([passed.length, failed.length]).toEqual(counts);
  });

  test('a failed test is named with the first line of its first message, without colours', () => {
    const report = tests('failed');
    report.testResults[0]!.assertionResults[0]!.failureMessages = [
      'AssertionError: \u001b[31mexpected 1 to be 2\u001b[39m\n    at a.test.ts:3',
    ];
    expect(readOutcome('unit', report, 1).failed).toEqual([
      { name: 'a.test.ts: rule 0', reason: 'AssertionError: expected 1 to be 2' },
    ]);
  });

  test.each([
    { message: 'Hook timed out in 10000ms.\nIf this …', reason: 'Hook timed out in 10000ms.' },
    { message: '', reason: 'what it begins or ends with failed' },
  ])('a file whose hook failed is named with the reason: $reason', ({ message, reason }) => {
    const report = tests('skipped');
    Object.assign(report.testResults[0]!, { status: 'failed', message });
    expect(readOutcome('unit', report, 1).failed).toEqual([{ name: 'a.test.ts', reason }]);
  });

  test('a runner that ended badly is named with its exit code', () => {
    expect(readOutcome('browser', undefined, 137).failed).toEqual([
      { name: 'browser', reason: 'it ended with 137 without a failed test' },
    ]);
  });

  test.each([
    { meta: { needs: 'a PostgreSQL server' }, reason: 'a PostgreSQL server' },
    { meta: {}, reason: 'it gives no reason' },
  ])('a test that did not run is named with what it needs: $reason', ({ meta, reason }) => {
    const report = tests('skipped', 'todo');
    for (const result of report.testResults[0]!.assertionResults) result.meta = meta;
    expect(readOutcome('unit', report, 0).skipped).toEqual([
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
      failed: [],
      skipped: [skipped[0]],
    });
  });

  test('a part that crashed counts', () => {
    expect(sumOf([outcome({ passed: ['a'] }), outcome({ failed: [broken] })]).failed).toEqual([broken]);
  });

  test('no test at all is a failure', () => {
    expect(sumOf([outcome({}), outcome({ skipped: [{ name: 'a', reason: 'none' }] })]).failed).toHaveLength(
      1,
    );
  });
});

describe('the last lines', () => {
  test('the count is the last one, alone, after every failure with its reason', () => {
    expect(lastLines(outcome({ passed: ['a', 'b'], failed: [broken] }))).toEqual([
      'failed: b (expected 1 to be 2)',
      '2 passed, 1 failed',
    ]);
  });

  test('every skip is named with its reason before it', () => {
    const skipped = [{ name: 'the stores on PostgreSQL', reason: 'not installed' }];
    expect(lastLines(outcome({ passed: ['a'], skipped }))).toEqual([
      'skipped: the stores on PostgreSQL (not installed)',
      '1 passed, 0 failed, 1 skipped',
    ]);
  });
});
