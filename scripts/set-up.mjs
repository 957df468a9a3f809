// Installs Node, pnpm and the dependencies at locked versions. Runs on Node >= 20, without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** First Node whose permission model denies network, DNS and workers to render processes. */
const NEEDED_NODE = [26, 10, 0];
const OLDEST_NODE = [20, 0, 0];

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const win = process.platform === 'win32';
/** File descriptor. */
const STDERR = 2;

/** Prints a message and ends the process. */
export function fail(message) {
  console.error(`set-up: ${message}`);
  process.exit(1);
}

/**
 * Runs a command in the checkout; ends the process when it fails.
 * @param stdout target of its standard output. Installers use standard error, because the standard output of a job (a
 *   token, a backup) may be redirected to a file.
 */
export function must(command, args, env = process.env, stdout = 'inherit') {
  const result = spawnSync(command, args, { cwd: root, env, stdio: ['inherit', stdout, 'inherit'] });
  if (result.error) fail(`${command}: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** @returns the environment of child processes: the locked tools first in PATH, without variables of the outer npm. */
function childEnvironment(node, pnpmModules) {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const pathName = own.find(([name]) => name.toUpperCase() === 'PATH')?.[0] ?? 'PATH';
  const folders = [path.dirname(node), path.join(pnpmModules, '.bin'), process.env[pathName] ?? ''];
  return { ...Object.fromEntries(own), [pathName]: folders.join(path.delimiter) };
}

/** Installs Node, if the running one is too old, and pnpm. @returns their paths, and the environment of jobs. */
export function setUp() {
  checkRunningNode();
  const node = isAtLeast(NEEDED_NODE) ? process.execPath : packagedNode();
  const pnpmModules = installTool('pnpm');
  const pnpm = path.join(pnpmModules, 'pnpm', 'bin', 'pnpm.mjs');
  const env = childEnvironment(node, pnpmModules);
  return { node, pnpm, env };
}

/** Installs the dependencies of the workspace when its manifests have changed. */
export function installDependencies({ node, pnpm, env }) {
  const packages = readdirSync(root).map((name) => path.join(name, 'package.json'));
  const manifests = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...packages];
  const stamp = path.join(root, 'node_modules', '.cache', 'installed');
  const wanted = digestOf(manifests.filter((file) => existsSync(path.join(root, file))));
  if (readStamp(stamp) === wanted) return;
  console.error('set-up: installing the dependencies');
  must(
    node,
    [pnpm, 'install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn'],
    env,
    STDERR,
  );
  writeStamp(stamp, wanted);
}

function digestOf(files) {
  const hash = createHash('sha256').update(process.platform + process.arch);
  for (const file of files) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function writeStamp(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function checkRunningNode() {
  if (isAtLeast(OLDEST_NODE)) return;
  fail(`Node ${process.versions.node} is too old; install Node ${OLDEST_NODE[0]} or newer and try again`);
}

function isAtLeast(wanted) {
  const have = process.versions.node.split('.').map(Number);
  const differing = wanted.findIndex((part, index) => part !== have[index]);
  return differing === -1 || have[differing] > wanted[differing];
}

/** @returns the Node binary of tools/node, which comes as an npm package for this platform. */
function packagedNode() {
  const platform = `${win ? 'win' : process.platform}-${process.arch}`;
  const wanted = `install Node ${NEEDED_NODE.join('.')} or newer and try again`;
  const { optionalDependencies } = JSON.parse(
    readFileSync(path.join(root, 'tools', 'node', 'package.json'), 'utf8'),
  );
  const name = [`node-${platform}`, `node-bin-${platform}`].find(
    (candidate) => candidate in optionalDependencies,
  );
  if (!name) fail(`Node ${process.versions.node} is too old, and npm has none for ${platform}; ${wanted}`);
  const binary = path.join(installTool('node'), name, 'bin', win ? 'node.exe' : 'node');
  const { status, stderr, error } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  if (status !== 0) {
    const reason = (stderr || error?.message || `status ${status}`).trim().split('\n')[0];
    const library = reason.includes('libatomic')
      ? "install the system's libatomic (Debian: libatomic1), or "
      : '';
    fail(`the packaged Node does not run on this machine (${reason}); ${library}${wanted}`);
  }
  return binary;
}

/** Runs `npm ci` in tools/<name> when its lockfile has changed. @returns its node_modules. */
function installTool(name) {
  const folder = path.join(root, 'tools', name);
  const wanted = digestOf([path.join('tools', name, 'package-lock.json')]);
  const stamp = path.join(folder, 'node_modules', '.stamp');
  if (readStamp(stamp) === wanted) return path.dirname(stamp);
  console.error(`set-up: installing ${name}`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  must(process.execPath, [npmCli(), 'ci', '--prefix', folder, ...flags], process.env, STDERR);
  writeStamp(stamp, wanted);
  return path.dirname(stamp);
}

/** @returns the path of npm's script. Node runs it without a shell, which works on every platform. */
function npmCli() {
  const folder = path.dirname(process.execPath);
  const places = [
    process.env.npm_execpath,
    path.join(folder, '../lib/node_modules/npm/bin/npm-cli.js'),
    path.join(folder, 'node_modules/npm/bin/npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ];
  const found = places.find((file) => file?.endsWith('npm-cli.js') && existsSync(file));
  return found ?? fail('no npm beside Node; use `npm start` or `npm test`');
}
