import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './apps.ts';
import { type Outcome, type ReportLine, readOutcome } from './outcome.ts';
import { runNode } from './processes.ts';

/** A runner that takes longer hangs: the longest takes six minutes on two idle cores. */
const LIMIT_MS = 40 * 60_000;
const REPORTS = path.join(root, 'test-results');
/** Code as the engine compiles it, kept from one program to the next: tests start many. */
const COMPILED = { NODE_COMPILE_CACHE: path.join(root, '.cache/compiled') };
const REPORTER = path.join(root, 'scripts/test-reporter.ts');

/**
 * Two cores: one file in each. Said here because vitest does not hand the setting of its own file on to the projects,
 * and each would take all cores but one.
 */
const TWO_AT_ONCE = '--maxWorkers=2';

/** Names of the vitest projects that need the built apps and a browser. */
const BROWSER_PROJECTS = ['contract', 'e2e', 'platform'];
/** The one that needs the built apps only. */
const FAULTS_PROJECT = 'faults';

/** Proofs that take too long for every run have a command of their own: `npm run test:slow`. */
const SLOW = '.slow.test.ts';

/** @returns vitest's command line for the projects that need no built app. */
export function unitTests(args: string[] = []): string[] {
  const others = [...BROWSER_PROJECTS, FAULTS_PROJECT];
  return quick([...others.map((project) => `--project=!${project}`), ...args]);
}

/** @returns vitest's command line for what is done in seconds: the unit tests without builds and gateways. */
export function quickTests(args: string[] = []): string[] {
  return unitTests(['--exclude=**/*.process.test.ts', ...args]);
}

/** @returns vitest's command line for the projects that need a browser. */
export function browserTests(args: string[] = []): string[] {
  return quick([...BROWSER_PROJECTS.map((project) => `--project=${project}`), ...args]);
}

/** @returns vitest's command line for the short forms of `npm run fault`. */
export function faultTests(args: string[] = []): string[] {
  return quick([`--project=${FAULTS_PROJECT}`, ...args]);
}

/** @returns vitest's command line for the slow proofs of all projects. @param args words pick some of them. */
export function slowTests(args: string[] = []): string[] {
  const chosen = args.length > 0 ? args.map((word) => `${word}${SLOW}`) : [SLOW];
  return vitest(['--no-file-parallelism', ...chosen]);
}

/** The files of a project share a process: each would else load the libraries anew, for seconds. */
function quick(args: string[]): string[] {
  return vitest([`--exclude=**/*${SLOW}`, '--no-isolate', TWO_AT_ONCE, ...args]);
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
  const file = path.join(REPORTS, `${name}.jsonl`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`, `--outputFile.lines=${file}`];
  const { code } = await runNode([...argv, ...reporters], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: LIMIT_MS,
    env: { ...process.env, ...COMPILED, ...env },
  });
  return readOutcome(name, readLines(file), code);
}

function readLines(file: string): ReportLine[] {
  if (!existsSync(file)) return [];
  // A runner that was killed may have left half a line.
  const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return whole.map((line) => JSON.parse(line) as ReportLine);
}
