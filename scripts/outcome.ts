import { stripVTControlCharacters } from 'node:util';

/** A test, file or runner that failed or did not run. */
export interface Unpassed {
  name: string;
  reason: string;
}

/** The result of one part of the tests. */
export interface Outcome {
  /** Names of the tests: a test that passed in one part does not count as skipped in another. */
  passed: string[];
  /** Includes files and runners that failed without a failed test. */
  failed: Unpassed[];
  skipped: Unpassed[];
}

/** The result of a test. */
export interface TestReport {
  name: string;
  /** `pending`: the file ended before the test ran. */
  state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Message of the first failure. */
  message?: string | undefined;
  /** What the test needs to run. */
  needs?: string | undefined;
}

/** The result of a test file. */
export interface FileReport {
  name: string;
  /** True also when no test failed, but a hook threw or the process ended. */
  failed: boolean;
  /** Message of a failure outside the tests. */
  message: string;
  tests: TestReport[];
}

/** A line of a report: a file began or ended, or code outside the tests threw. */
export type ReportLine = { began: string } | { ended: FileReport } | { threw: string };

/**
 * @param runner name of the runner. It counts as one failure when it wrote no report, or failed without a failed test.
 * @param lines the report of the runner; incomplete when the runner was stopped
 * @param selects whether words select the test files: the runner may then have none.
 */
export function readOutcome(runner: string, lines: ReportLine[], exitCode: number, selects = false): Outcome {
  const files = lines.flatMap((line) => ('ended' in line ? [line.ended] : []));
  const tests = files.flatMap(({ name, tests: its }) =>
    its.map((test) => ({ ...test, name: `${name}: ${test.name}` })),
  );
  const failed = [
    ...tests
      .filter(({ state }) => state === 'failed')
      .map(({ name, message }) => ({ name, reason: firstLine(message) })),
    ...brokenFiles(files),
  ];
  const crashed = (lines.length === 0 && !selects) || (exitCode !== 0 && failed.length === 0);
  return {
    passed: tests.filter(({ state }) => state === 'passed').map(({ name }) => name),
    failed: crashed ? [...failed, { name: runner, reason: badEnd(lines, exitCode) }] : failed,
    skipped: tests
      .filter(({ state }) => state !== 'passed' && state !== 'failed')
      .map(({ name, needs }) => ({ name, reason: needs ?? 'no reason given' })),
  };
}

/** @returns the files that failed without a failed test; their tests count as skipped. */
function brokenFiles(files: FileReport[]): Unpassed[] {
  return files
    .filter(({ failed, tests }) => failed && !tests.some(({ state }) => state === 'failed'))
    .map(({ name, message }) => ({
      name,
      reason: firstLine(message || 'failed outside its tests'),
    }));
}

/** @returns why a runner without a failed test failed: the error, or the exit code and the unfinished files. */
function badEnd(lines: ReportLine[], exitCode: number): string {
  const thrown = lines.flatMap((line) => ('threw' in line ? [line.threw] : []));
  if (thrown.length > 0) return `error outside the tests: ${firstLine(thrown[0])}`;
  const began = lines.flatMap((line) => ('began' in line ? [line.began] : []));
  const ended = new Set(lines.map((line) => ('ended' in line ? line.ended.name : '')));
  const open = began.filter((file) => !ended.has(file));
  const where = open.length > 0 ? `while it ran ${open.join(', ')}` : 'without a failed test';
  return `exit code ${exitCode} ${where}`;
}

function firstLine(message = 'no reason given'): string {
  return stripVTControlCharacters(message).split('\n', 1)[0]!.slice(0, 300);
}

/**
 * @returns the sum of the parts. A test that one part skips and another runs does not count as skipped. A run without
 * any test is a failure.
 */
export function sumOf(parts: Outcome[]): Outcome {
  const passed = parts.flatMap((part) => part.passed);
  const failed = parts.flatMap((part) => part.failed);
  const empty = passed.length + failed.length === 0;
  const ran = new Set(passed);
  return {
    passed,
    failed: empty ? [{ name: 'tests', reason: 'no test ran' }] : failed,
    skipped: parts.flatMap((part) => part.skipped).filter(({ name }) => !ran.has(name)),
  };
}

/** @returns the last lines of a run: every skip and failure with its reason, then the count. */
export function lastLines({ passed, failed, skipped }: Outcome): string[] {
  const lineOf = (state: string) => (one: Unpassed) => `${state}: ${one.name} (${one.reason})`;
  const count = `${passed.length} passed, ${failed.length} failed`;
  return [
    ...skipped.map(lineOf('skipped')),
    ...failed.map(lineOf('failed')),
    skipped.length > 0 ? `${count}, ${skipped.length} skipped` : count,
  ];
}
