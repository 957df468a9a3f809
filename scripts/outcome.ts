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

/** What came of a test. */
export interface TestReport {
  name: string;
  /** `pending`: its file ended before it ran. */
  state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Of its first failure. */
  message?: string | undefined;
  /** Why it may be left out. */
  needs?: string | undefined;
}

/** What came of a test file. */
export interface FileReport {
  name: string;
  /** Also where none of its tests failed: a hook threw, or its process ended. */
  failed: boolean;
  /** Of what failed beside its tests. */
  message: string;
  tests: TestReport[];
}

/** A line of a report: a file began, or ended; or something threw outside of the tests. */
export type ReportLine = { began: string } | { ended: FileReport } | { threw: string };

/**
 * @param runner the name that stands for a runner that ended badly without a failed test, or said nothing: it counts as
 *   one failed
 * @param lines what the runner reported until it ended, or was ended
 * @returns what the report says
 */
export function readOutcome(runner: string, lines: ReportLine[], exitCode: number): Outcome {
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
  const crashed = lines.length === 0 || (exitCode !== 0 && failed.length === 0);
  return {
    passed: tests.filter(({ state }) => state === 'passed').map(({ name }) => name),
    failed: crashed ? [...failed, { name: runner, reason: badEnd(lines, exitCode) }] : failed,
    skipped: tests
      .filter(({ state }) => state !== 'passed' && state !== 'failed')
      .map(({ name, needs }) => ({ name, reason: needs ?? 'it gives no reason' })),
  };
}

/** @returns the files that failed without one of their tests: those count as skipped. */
function brokenFiles(files: FileReport[]): Unpassed[] {
  return files
    .filter(({ failed, tests }) => failed && !tests.some(({ state }) => state === 'failed'))
    .map(({ name, message }) => ({
      name,
      reason: firstLine(message || 'what it begins or ends with failed'),
    }));
}

/** @returns how a runner ended without a failed test: with what was thrown, or at which files it was. */
function badEnd(lines: ReportLine[], exitCode: number): string {
  const thrown = lines.flatMap((line) => ('threw' in line ? [line.threw] : []));
  if (thrown.length > 0) return `outside of the tests: ${firstLine(thrown[0])}`;
  const began = lines.flatMap((line) => ('began' in line ? [line.began] : []));
  const ended = new Set(lines.map((line) => ('ended' in line ? line.ended.name : '')));
  const open = began.filter((file) => !ended.has(file));
  const where = open.length > 0 ? `while it was at ${open.join(', ')}` : 'without a failed test';
  return `it ended with ${exitCode} ${where}`;
}

/** @returns what tells the failure from others, short enough for a line. */
function firstLine(message = 'it gives no reason'): string {
  return stripVTControlCharacters(message).split('\n', 1)[0]!.slice(0, 300);
}

/**
 * @returns the parts as one. A test that one part leaves out and another one ran is no skip; no test at all is a
 * failure.
 */
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
