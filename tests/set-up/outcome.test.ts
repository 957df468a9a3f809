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

const hookFailed = (message: string): ReportLine[] => [
  ended({ failed: true, message, tests: [{ name: 'rule 0', state: 'skipped' }] }),
];
const withMessage = (message: string): ReportLine[] => [
  ended({ tests: [{ name: 'rule 0', state: 'failed', message }] }),
];
const stopped: ReportLine[] = [{ began: 'b.test.ts' }, ...tests('passed'), { began: 'c.test.ts' }];

describe('outcome of a test runner', () => {
  test.each<[what: string, report: ReportLine[], passed: number, failed: string[]]>([
    ['a passed and a failed test', tests('passed', 'failed'), 1, ['a.test.ts: rule 1: no reason given']],
    [
      'each failed test once',
      tests('failed', 'failed'),
      0,
      ['a.test.ts: rule 0: no reason given', 'a.test.ts: rule 1: no reason given'],
    ],
    [
      'the first line of a message, without colours',
      withMessage('expected \u001b[31m1\u001b[39m to be 2\nReceived: 1'),
      0,
      ['a.test.ts: rule 0: expected 1 to be 2'],
    ],
    ['a failed hook', hookFailed('Hook timed out.\nIf this …'), 0, ['a.test.ts: Hook timed out.']],
    ['a failed hook without a message', hookFailed(''), 0, ['a.test.ts: failed outside its tests']],
    ['no report', [], 0, ['unit: exit code 143 without a failed test']],
    ['a stop during two files', stopped, 1, ['unit: exit code 143 while it ran b.test.ts, c.test.ts']],
    [
      'an error between the tests',
      [...tests('passed'), { threw: 'Error: lost\n    at d.ts:1' }],
      1,
      ['unit: error outside the tests: Error: lost'],
    ],
  ])('reports %s', (_, report, passed, failed) => {
    const read = readOutcome('unit', report, 143);
    expect(read.passed).toHaveLength(passed);
    expect(read.failed.map(({ name, reason }) => `${name}: ${reason}`)).toEqual(failed);
  });

  test('is a failure when the exit code is 0 but there is no report', () => {
    expect(readOutcome('unit', [], 0).failed).toHaveLength(1);
    // Words selected no file of this runner.
    expect(readOutcome('unit', [], 0, true).failed).toEqual([]);
    expect(readOutcome('unit', [], 1, true).failed).toHaveLength(1);
  });

  test.each([['a PostgreSQL server'], [undefined]])(
    'names a test that did not run, with what it needs: %s',
    (needs) => {
      const left = { name: 'rule 0', needs };
      const report = [
        ended({
          tests: [
            { ...left, state: 'skipped' },
            { ...left, state: 'pending' },
          ],
        }),
      ];
      const skipped = { name: 'a.test.ts: rule 0', reason: needs ?? 'no reason given' };
      expect(readOutcome('unit', report, 0).skipped).toEqual([skipped, skipped]);
    },
  );
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
