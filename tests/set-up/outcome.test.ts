import { describe, expect, test } from 'vitest';
import {
  type FileReport,
  type Outcome,
  type ReportLine,
  type TestReport,
  lastLines,
  readOutcome,
  sumOf,
} from '../../scripts/outcome.ts';

const ended = (file: Partial<FileReport>): ReportLine => ({
  ended: { name: 'a.test.ts', failed: false, message: '', tests: [], ...file },
});
const tests = (...states: TestReport['state'][]): ReportLine[] => [
  { began: 'a.test.ts' },
  ended({ tests: states.map((state, index) => ({ name: `rule ${index}`, state })) }),
];
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
    { name: 'a good end without a report is a failure', report: [], exitCode: 0, counts: [0, 1] },
    { name: 'a failed test is counted once', report: tests('failed', 'failed'), exitCode: 1, counts: [0, 2] },
  ])('$name', ({ report, exitCode, counts }) => {
    const { passed, failed } = readOutcome('unit', report, exitCode);
    expect([passed.length, failed.length]).toEqual(counts);
  });

  test('a failed test is named with the first line of its first message, without colours', () => {
    const message = 'expected \u001b[31m1\u001b[39m to be 2\nReceived: 1';
    const report = [ended({ tests: [{ name: 'rule 0', state: 'failed', message }] })];
    expect(readOutcome('unit', report, 1).failed).toEqual([
      { name: 'a.test.ts: rule 0', reason: 'expected 1 to be 2' },
    ]);
  });

  test.each([
    { message: 'Hook timed out in 10000ms.\nIf this …', reason: 'Hook timed out in 10000ms.' },
    { message: '', reason: 'what it begins or ends with failed' },
  ])('a file whose hook failed is named with the reason: $reason', ({ message, reason }) => {
    const report = [ended({ failed: true, message, tests: [{ name: 'rule 0', state: 'skipped' }] })];
    expect(readOutcome('unit', report, 1).failed).toEqual([{ name: 'a.test.ts', reason }]);
  });

  test.each([
    { name: 'it said nothing', report: [], reason: 'it ended with 143 without a failed test' },
    {
      name: 'it was stopped',
      report: [{ began: 'b.test.ts' }, ...tests('passed'), { began: 'c.test.ts' }],
      reason: 'it ended with 143 while it was at b.test.ts, c.test.ts',
    },
    {
      name: 'something threw between the tests',
      report: [...tests('passed'), { threw: 'Error: lost\n    at d.ts:1' }],
      reason: 'outside of the tests: Error: lost',
    },
  ])('a runner that ended badly is named, with where it was: $name', ({ report, reason }) => {
    expect(readOutcome('browser', report, 143).failed).toEqual([{ name: 'browser', reason }]);
  });

  test('what passed before a runner was stopped counts', () => {
    expect(readOutcome('unit', [...tests('passed', 'passed'), { began: 'b' }], 143).passed).toHaveLength(2);
  });

  test.each([
    { needs: 'a PostgreSQL server', reason: 'a PostgreSQL server' },
    { needs: undefined, reason: 'it gives no reason' },
  ])('a test that did not run is named with what it needs: $reason', ({ needs, reason }) => {
    const left = (['skipped', 'pending'] as const).map((state, index) => ({
      name: `rule ${index}`,
      state,
      needs,
    }));
    expect(readOutcome('unit', [ended({ tests: left })], 0).skipped).toEqual([
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
