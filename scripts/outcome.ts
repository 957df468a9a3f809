import { stripVTControlCharacters } from 'node:util';

/** A test, or a part of the tests, that did not run or failed. */
export interface Unpassed {
  name: string;
  /** What was missing, or what was found instead. */
  reason: string;
}

/** What came of a part of the tests. */
export interface Outcome {
  /** Names of the tests that passed: one that another part leaves out is no skip. */
  passed: string[];
  /** With the files and runners that ended badly without a failed test. */
  failed: Unpassed[];
  skipped: Unpassed[];
}

/** What vitest's JSON reporter writes, as far as it is read. */
export interface Report {
  testResults: {
    /** Its file. */
    name: string;
    /** `failed` also where none of its tests is: a hook threw, or its process ended. */
    status?: string;
    /** Of what failed beside its tests. */
    message?: string;
    assertionResults: {
      fullName: string;
      status: string;
      /** Each with its stack. */
      failureMessages?: string[];
      /** `needs`: why a test may be left out. */
      meta?: { needs?: string };
    }[];
  }[];
}

/**
 * @param runner the name that stands for a runner that ended badly without a failed test, or without a report: it counts as one failed
 * @returns what a report says
 */
export function readOutcome(runner: string, report: Report | undefined, exitCode: number): Outcome {
  const tests = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, name: `${name}: ${test.fullName}` })),
  );
  const failed = [
    ...tests
      .filter(({ status }) => status === 'failed')
      .map(({ name, failureMessages }) => ({ name, reason: firstLine(failureMessages?.[0]) })),
    ...brokenFiles(report),
  ];
  const crashed = report === undefined || (exitCode !== 0 && failed.length === 0);
  return {
    passed: tests.filter(({ status }) => status === 'passed').map(({ name }) => name),
    failed: [
      ...failed,
      ...(crashed ? [{ name: runner, reason: `it ended with ${exitCode} without a failed test` }] : []),
    ],
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ name, meta }) => ({ name, reason: meta?.needs ?? 'it gives no reason' })),
  };
}

/** @returns the files that failed without one of their tests: those count as skipped. */
function brokenFiles(report: Report | undefined): Unpassed[] {
  return (report?.testResults ?? [])
    .filter(({ status, assertionResults }) => {
      return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
    })
    .map(({ name, message }) => ({
      name,
      reason: firstLine(message || 'what it begins or ends with failed'),
    }));
}

/** @returns what tells the failure from others, short enough for a line. */
function firstLine(message = 'it gives no reason'): string {
  return stripVTControlCharacters(message).split('\n', 1)[0]!.slice(0, 300);
}

/** @returns the parts as one. A test that one part leaves out and another one ran is no skip; no test at all is a failure. */
export function sumOf(parts: Outcome[]): Outcome {
  const passed = parts.flatMap((part) => part.passed);
  const failed = parts.flatMap((part) => part.failed);
  // A run without a test proves nothing.
  const empty = passed.length + failed.length === 0;
  const ran = new Set(passed);
  return {
    passed,
    failed: empty ? [{ name: 'the tests', reason: 'none ran' }] : failed,
    skipped: parts.flatMap((part) => part.skipped).filter(({ name }) => !ran.has(name)),
  };
}

/** @returns the last lines: every skip with its reason, every failure by its name, then the count, alone. */
export function lastLines({ passed, failed, skipped }: Outcome): string[] {
  const told = (what: string) => (one: Unpassed) => `${what}: ${one.name} (${one.reason})`;
  const count = `${passed.length} passed, ${failed.length} failed`;
  return [
    ...skipped.map(told('skipped')),
    ...failed.map(told('failed')),
    skipped.length > 0 ? `${count}, ${skipped.length} skipped` : count,
  ];
}
