import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './apps.ts';
import { type Outcome, type ReportLine, readOutcome } from './outcome.ts';
import { runNode } from './processes.ts';

/** Ends a runner that hangs; the longest run takes six minutes on two idle cores. */
const LIMIT_MS = 40 * 60_000;
const REPORTS = path.join(root, 'test-results');
/** Compiled code, cached for the many programs that tests start. */
const COMPILED = { NODE_COMPILE_CACHE: path.join(root, '.cache/compiled') };
const REPORTER = path.join(root, 'scripts/test-reporter.ts');

/**
 * vitest does not pass this setting of its configuration file to the projects. Without the flag each project uses all
 * cores but one.
 */
const TWO_AT_ONCE = '--maxWorkers=2';

/** Names of the vitest projects that need the built apps and a browser. */
const BROWSER_PROJECTS = ['contract', 'e2e', 'platform'];
/** The project that needs the built apps but no browser. */
const FAULTS_PROJECT = 'faults';

/** Only `npm run test:slow` runs these files. */
const SLOW = '.slow.test.ts';

/** @returns the command line of vitest for the projects that need no built app. */
export function unitTests(args: string[] = []): string[] {
  const others = [...BROWSER_PROJECTS, FAULTS_PROJECT];
  return quick([...others.map((project) => `--project=!${project}`), ...args]);
}

/** @returns the command line of vitest for the unit tests that start no builds and gateways. */
export function quickTests(args: string[] = []): string[] {
  return unitTests(['--exclude=**/*.process.test.ts', ...args]);
}

/** @returns the command line of vitest for the projects that need a browser. */
export function browserTests(args: string[] = []): string[] {
  return quick([...BROWSER_PROJECTS.map((project) => `--project=${project}`), ...args]);
}

/** @returns the command line of vitest for the short forms of `npm run fault`. */
export function faultTests(args: string[] = []): string[] {
  return quick([`--project=${FAULTS_PROJECT}`, ...args]);
}

/** @returns the command line of vitest for the slow tests of all projects. @param args words that select files. */
export function slowTests(args: string[] = []): string[] {
  const chosen = args.length > 0 ? args.map((word) => `${word}${SLOW}`) : [SLOW];
  return vitest(['--no-file-parallelism', ...chosen]);
}

/** The files of a project share a process, because loading the libraries takes seconds. */
function quick(args: string[]): string[] {
  return vitest([`--exclude=**/*${SLOW}`, '--no-isolate', TWO_AT_ONCE, ...args]);
}

function vitest(args: string[]): string[] {
  return [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--passWithNoTests', ...args];
}

/**
 * Runs vitest with its output shown.
 * @param name of the report file
 * @param env variables in addition to those of this process
 * @param selects whether words select the test files
 */
export async function runTests(
  name: string,
  argv: string[],
  env: Record<string, string> = {},
  selects = false,
): Promise<Outcome> {
  const file = path.join(REPORTS, `${name}.jsonl`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`, `--outputFile.lines=${file}`];
  const { code } = await runNode([...argv, ...reporters], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: LIMIT_MS,
    env: { ...process.env, ...COMPILED, ...env },
  });
  return readOutcome(name, readLines(file), code, selects);
}

function readLines(file: string): ReportLine[] {
  if (!existsSync(file)) return [];
  // A killed runner may leave an incomplete last line.
  const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return whole.map((line) => JSON.parse(line) as ReportLine);
}
