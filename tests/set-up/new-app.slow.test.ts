import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const LIMIT_MS = 240_000;
/** Files that are installed, built or written at run time. */
const FOREIGN = /^(node_modules|\.git|dist|\.cache|\.data|test-results|coverage|\.tmp-.*)$/;
/** The shortest and the longest name, because the formatter wraps lines by their length. */
const NAMES = ['z', 'a-page-group-with-a-longer-name'];
const FOLDERS = NAMES.map((name) => `mfe-${name}`);

// The checkout with two new apps in it, all dependencies linked.
const tree = mkdtempSync(path.join(tmpdir(), 'voltframe-new-'));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** @returns exit code, and the output when it is not 0. */
function node(...argv: string[]): Promise<[code: number, said: string]> {
  return new Promise((done) => {
    execFile(process.execPath, argv, { cwd: tree, maxBuffer: 1e7 }, (error, out, err) =>
      done(error ? [Number(error.code), out + err] : [0, '']),
    );
  });
}

function link(from: string, to: string): void {
  const modules = path.join(root, from, 'node_modules');
  if (existsSync(modules)) symlinkSync(modules, path.join(tree, to, 'node_modules'), 'junction');
}

beforeAll(async () => {
  cpSync(root, tree, { recursive: true, filter: (source) => !FOREIGN.test(path.basename(source)) });
  const packages = readdirSync(tree).filter((name) => existsSync(path.join(tree, name, 'package.json')));
  for (const folder of ['.', ...packages]) link(folder, folder);
  for (const name of NAMES) expect(await node('kit/src/cli/mfe.ts', 'new', name)).toEqual([0, '']);
  for (const folder of FOLDERS) link('mfe-legal', folder);
}, LIMIT_MS);

const bin = (file: string): string => path.join('node_modules', file);

it.each([
  ['formatting', [bin('oxfmt/bin/oxfmt'), '--check', '.']],
  ['lint', [bin('oxlint/bin/oxlint'), '--type-aware', '--max-warnings=0', ...FOLDERS]],
  ['types', [bin('typescript/bin/tsc'), '--project', FOLDERS[0]!]],
  ['unused code', [bin('knip/bin/knip.js')]],
  ['unused code in production', [bin('knip/bin/knip.js'), '--production']],
  ['architecture', [bin('vitest/vitest.mjs'), 'run', '--project=architecture', '--reporter=dot']],
  ['its own tests', [bin('vitest/vitest.mjs'), 'run', '--reporter=dot', ...FOLDERS]],
])(
  'npm run check accepts a new app: %s',
  async (_, argv) => expect(await node(...argv)).toEqual([0, '']),
  LIMIT_MS,
);

it(
  'a new app is added to the lockfile as an installation would, so that every command runs',
  async () => {
    const pnpm = path.join(root, 'tools/pnpm/node_modules/pnpm/bin/pnpm.mjs');
    expect(await node(pnpm, 'install', '--frozen-lockfile', '--lockfile-only')).toEqual([0, '']);
  },
  LIMIT_MS,
);

it.each(['Dockerfile', 'docker-compose.yml', 'docker-stack.yml'])(
  'a new app is added to %s like the other apps',
  (file) => {
    const lines = readFileSync(path.join(tree, file), 'utf8').split('\n');
    const naming = (folder: string): number =>
      lines.filter((line) => !line.startsWith('#') && new RegExp(`\\b${folder}\\b(?!-)`).test(line)).length;
    expect(FOLDERS.map(naming)).toEqual(FOLDERS.map(() => naming('mfe-legal')));
  },
);
