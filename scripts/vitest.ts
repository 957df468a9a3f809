import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './apps.ts';
import { runNode } from './processes.ts';

/** Outcome of a test runner; a crash is a failure. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

/** A runner that takes longer hangs. */
const LIMIT_MS = 15 * 60_000;
const REPORTS = path.join(root, 'test-results');

/** Names of the vitest projects that need a browser and the built apps. */
export const BROWSER_PROJECTS = ['contract', 'e2e', 'platform'];

/** @returns vitest's command line for the projects that need no browser. Their files share a process: twice as fast. */
export function unitTests(args: string[] = []): string[] {
  return vitest([...BROWSER_PROJECTS.map((project) => `--project=!${project}`), '--no-isolate', ...args]);
}

/** @returns vitest's command line for what is done in seconds: the unit tests without builds and gateways. */
export function quickTests(args: string[] = []): string[] {
  return unitTests(['--exclude=**/*.process.test.ts', ...args]);
}

/** @returns vitest's command line for the projects that need a browser. */
export function browserTests(args: string[] = []): string[] {
  return vitest([...BROWSER_PROJECTS.map((project) => `--project=${project}`), ...args]);
}

function vitest(args: string[]): string[] {
  return [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--passWithNoTests', ...args];
}

/** Runs vitest with its output shown, and counts. @param name of the report file */
export async function runTests(name: string, argv: string[]): Promise<Count> {
  const file = path.join(REPORTS, `${name}.json`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runNode([...argv, ...reporters], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: LIMIT_MS,
  });
  return count(readReport(file), code);
}

/** @returns the counts of a report; a runner that ended badly without a failed test counts as one failed. */
export function count(report: Report | undefined, exitCode: number): Count {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report ?? {};
  const crashed = report === undefined || (exitCode !== 0 && numFailedTests === 0);
  return {
    passed: numPassedTests,
    failed: numFailedTests + Number(crashed),
    skipped: numPendingTests + numTodoTests,
  };
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
