/** A test, or a part of the tests, that did not run. */
export interface Skip {
  name: string;
  /** What was missing. */
  reason: string;
}

/** What came of a part of the tests. */
export interface Outcome {
  /** Names of the tests that passed: one that another part leaves out is no skip. */
  passed: string[];
  failed: number;
  skipped: Skip[];
}

/** What vitest's JSON reporter writes, as far as it is read. */
export interface Report {
  testResults: {
    /** Its file. */
    name: string;
    assertionResults: {
      fullName: string;
      status: string;
      /** `needs`: why a test may be left out. */
      meta?: { needs?: string };
    }[];
  }[];
}

/** @returns what a report says; a runner that ended badly without a failed test, or without a report, counts as one failed. */
export function readOutcome(report: Report | undefined, exitCode: number): Outcome {
  const tests = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, name: `${name}: ${test.fullName}` })),
  );
  const failed = tests.filter(({ status }) => status === 'failed').length;
  const crashed = report === undefined || (exitCode !== 0 && failed === 0);
  return {
    passed: tests.filter(({ status }) => status === 'passed').map(({ name }) => name),
    failed: failed + Number(crashed),
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ name, meta }) => ({ name, reason: meta?.needs ?? 'it gives no reason' })),
  };
}

/** @returns the parts as one. A test that one part leaves out and another one ran is no skip; no test at all is a failure. */
export function sumOf(parts: Outcome[]): Outcome {
  const passed = parts.flatMap((part) => part.passed);
  const failed = parts.reduce((sum, part) => sum + part.failed, 0);
  const ran = new Set(passed);
  return {
    passed,
    // A run without a test proves nothing.
    failed: failed + Number(passed.length + failed === 0),
    skipped: parts.flatMap((part) => part.skipped).filter(({ name }) => !ran.has(name)),
  };
}

/** @returns the last lines: every skip with its reason, then the count, alone. */
export function lastLines({ passed, failed, skipped }: Outcome): string[] {
  const skips = skipped.map(({ name, reason }) => `skipped: ${name} (${reason})`);
  const count = `${passed.length} passed, ${failed} failed`;
  return [...skips, skipped.length > 0 ? `${count}, ${skipped.length} skipped` : count];
}
