import { appendFileSync, writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import type { FileReport, ReportLine, TestReport } from './outcome.ts';

/** Name of the reporter in vitest's options: `--outputFile.lines=<file>`. */
const OUTPUT = 'lines';

/**
 * Writes a line when a test file begins, and a line with its result when it ends. After a crash the report still
 * contains the finished files, and the names of the unfinished ones.
 */
export default class TestReporter implements Reporter {
  private file = '';

  onInit(vitest: Vitest): void {
    const { outputFile } = vitest.config;
    this.file = (typeof outputFile === 'object' ? outputFile[OUTPUT] : outputFile) ?? '';
    if (!this.file) throw new Error(`--outputFile.${OUTPUT} is missing: the file of the report`);
    writeFileSync(this.file, '');
  }

  onTestModuleStart(module: TestModule): void {
    this.write({ began: module.moduleId });
  }

  onTestModuleEnd(module: TestModule): void {
    this.write({ ended: reportOf(module) });
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly { message?: string }[]): void {
    for (const { message } of errors) this.write({ threw: message ?? '' });
  }

  private write(line: ReportLine): void {
    appendFileSync(this.file, `${JSON.stringify(line)}\n`);
  }
}

function reportOf(module: TestModule): FileReport {
  return {
    name: module.moduleId,
    failed: module.state() === 'failed',
    message: module.errors()[0]?.message ?? '',
    tests: [...module.children.allTests()].map(testReportOf),
  };
}

function testReportOf(test: TestCase): TestReport {
  const { state, errors } = test.result();
  const { needs } = test.meta() as { needs?: string };
  return { name: test.fullName, state, message: errors?.[0]?.message, needs };
}
