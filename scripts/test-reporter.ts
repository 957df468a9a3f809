import { appendFileSync, writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import type { FileReport, ReportLine, TestReport } from './outcome.ts';

/** vitest's name for its file: `--outputFile.lines=<file>`. */
const OUTPUT = 'lines';

/**
 * Writes a line for each test file that begins, and one with what came of it when it ends: a runner that is stopped, or
 * crashes, leaves what passed and which files it was at.
 */
export default class TestReporter implements Reporter {
  private file = '';

  onInit(vitest: Vitest): void {
    const { outputFile } = vitest.config;
    this.file = (typeof outputFile === 'object' ? outputFile[OUTPUT] : outputFile) ?? '';
    if (!this.file) throw new Error(`no --outputFile.${OUTPUT}: the file for what came of the tests`);
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
