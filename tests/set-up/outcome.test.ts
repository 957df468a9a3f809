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

describe('outcome of a test runner', () => {
  test.each([
    {
      name: 'counts the tests that passed and failed',
      report: tests('passed', 'failed'),
      exitCode: 1,
      counts: [1, 1],
    },
    {
      name: 'reports a failure when the exit code is not 0 but no test failed',
      report: tests('passed'),
      exitCode: 1,
      counts: [1, 1],
    },
    {
      name: 'reports a failure when the exit code is 0 but there is no report',
      report: [],
      exitCode: 0,
      counts: [0, 1],
    },
    { name: 'counts each failed test once', report: tests('failed', 'failed'), exitCode: 1, counts: [0, 2] },
  ])('$name', ({ report, exitCode, counts }) => {
    const { passed, failed } = readOutcome('unit', report, exitCode);
    expect([passed.length, failed.length]).toEqual(counts);
  });

  test('names a failed test with the first line of its first message, without colours', () => {
    const message = 'expected \u001b[31m1\u001b[39m to be 2\nReceived: 1';
    const report = [ended({ tests: [{ name: 'rule 0', state: 'failed', message }] })];
    expect(readOutcome('unit', report, 1).failed).toEqual([
      { name: 'a.test.ts: rule 0', reason: 'expected 1 to be 2' },
    ]);
  });

  test.each([
    { message: 'Hook timed out in 10000ms.\nIf this …', reason: 'Hook timed out in 10000ms.' },
    { message: '', reason: 'failed outside its tests' },
  ])('names a file whose hook failed, with the reason: $reason', ({ message, reason }) => {
    const report = [ended({ failed: true, message, tests: [{ name: 'rule 0', state: 'skipped' }] })];
    expect(readOutcome('unit', report, 1).failed).toEqual([{ name: 'a.test.ts', reason }]);
  });

  test.each([
    { name: 'without output', report: [], reason: 'exit code 143 without a failed test' },
    {
      name: 'stopped during two files',
      report: [{ began: 'b.test.ts' }, ...tests('passed'), { began: 'c.test.ts' }],
      reason: 'exit code 143 while it ran b.test.ts, c.test.ts',
    },
    {
      name: 'an error between the tests',
      report: [...tests('passed'), { threw: 'Error: lost\n    at d.ts:1' }],
      reason: 'error outside the tests: Error: lost',
    },
  ])('names a runner that failed, with the place: $name', ({ report, reason }) => {
    expect(readOutcome('browser', report, 143).failed).toEqual([{ name: 'browser', reason }]);
  });

  test('counts the tests that passed before the runner was stopped', () => {
    expect(readOutcome('unit', [...tests('passed', 'passed'), { began: 'b' }], 143).passed).toHaveLength(2);
  });

  test.each([
    { needs: 'a PostgreSQL server', reason: 'a PostgreSQL server' },
    { needs: undefined, reason: 'no reason given' },
  ])('names a test that did not run, with what it needs: $reason', ({ needs, reason }) => {
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

describe('sum of the parts', () => {
  test('does not count a skip when another part ran the test', () => {
    const skipped = ['a', 'b'].map((name) => ({ name, reason: 'none' }));
    expect(sumOf([outcome({ passed: ['x'], skipped }), outcome({ passed: ['b'] })])).toEqual({
      passed: ['x', 'b'],
      failed: [],
      skipped: [skipped[0]],
    });
  });

  test('includes the failure of a part that crashed', () => {
    expect(sumOf([outcome({ passed: ['a'] }), outcome({ failed: [broken] })]).failed).toEqual([broken]);
  });

  test('is a failure when no test ran', () => {
    expect(sumOf([outcome({}), outcome({ skipped: [{ name: 'a', reason: 'none' }] })]).failed).toHaveLength(
      1,
    );
  });
});

describe('last lines of a run', () => {
  test('end with the count, after every failure with its reason', () => {
    expect(lastLines(outcome({ passed: ['a', 'b'], failed: [broken] }))).toEqual([
      'failed: b (expected 1 to be 2)',
      '2 passed, 1 failed',
    ]);
  });

  test('name every skipped test with its reason before the count', () => {
    const skipped = [{ name: 'the stores on PostgreSQL', reason: 'not installed' }];
    expect(lastLines(outcome({ passed: ['a'], skipped }))).toEqual([
      'skipped: the stores on PostgreSQL (not installed)',
      '1 passed, 0 failed, 1 skipped',
    ]);
  });
});
