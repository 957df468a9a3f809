import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './apps.ts';
import { type Outcome, type Report, readOutcome } from './outcome.ts';
import { runNode } from './processes.ts';

/** A runner that takes longer hangs. */
const LIMIT_MS = 15 * 60_000;
const REPORTS = path.join(root, 'test-results');

/** Names of the vitest projects that need the built apps and a browser. */
const BROWSER_PROJECTS = ['contract', 'e2e', 'platform'];
/** The one that needs the built apps only. */
const FAULTS_PROJECT = 'faults';

/** @returns vitest's command line for the projects that need no built app. Their files share a process: twice as fast. */
export function unitTests(args: string[] = []): string[] {
  const others = [...BROWSER_PROJECTS, FAULTS_PROJECT];
  return vitest([...others.map((project) => `--project=!${project}`), '--no-isolate', ...args]);
}

/** @returns vitest's command line for what is done in seconds: the unit tests without builds and gateways. */
export function quickTests(args: string[] = []): string[] {
  return unitTests(['--exclude=**/*.process.test.ts', ...args]);
}

/** @returns vitest's command line for the projects that need a browser. */
export function browserTests(args: string[] = []): string[] {
  return vitest([...BROWSER_PROJECTS.map((project) => `--project=${project}`), ...args]);
}

/** @returns vitest's command line for the short forms of `npm run fault`. One after the other: both keep the cores busy. */
export function faultTests(args: string[] = []): string[] {
  return vitest([`--project=${FAULTS_PROJECT}`, '--no-file-parallelism', ...args]);
}

function vitest(args: string[]): string[] {
  return [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--passWithNoTests', ...args];
}

/**
 * Runs vitest with its output shown.
 * @param name of the report file
 * @param env variables beside the ones of this process
 */
export async function runTests(
  name: string,
  argv: string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const file = path.join(REPORTS, `${name}.json`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runNode([...argv, ...reporters], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: LIMIT_MS,
    env: { ...process.env, ...env },
  });
  return readOutcome(name, readReport(file), code);
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
