import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { watchSources } from '../kit/src/build/watching.ts';
import { appFolders, mfeBuild, root } from './apps.ts';
import { buildChanged } from './build.ts';

const SHELL = 'shell';
const PRODUCTION = '--prod';

/**
 * `npm run dev [app…]`: builds the named apps (default: all) at each change, and serves the site.
 * `--prod`: production builds and all checks of admission.
 */
async function main(args: string[]): Promise<void> {
  const named = args.filter((argument) => argument !== PRODUCTION);
  const all = appFolders();
  const watched = named.length > 0 ? named.map((name) => path.normalize(name)) : all;
  const unknown = watched.filter((folder) => !all.includes(folder));
  if (unknown.length > 0) throw new Error(`no app in ${unknown.join(', ')}; there are ${all.join(', ')}`);
  if (args.includes(PRODUCTION)) await serveForProduction(all, watched);
  else await serveForDevelopment(all, watched);
}

async function serveForDevelopment(all: string[], watched: string[]): Promise<void> {
  // The gateway needs one release of every app before it can serve; watching writes the newer ones.
  const missing = all.filter((folder) => !existsSync(path.join(root, folder, 'dist', 'release.json')));
  const needed = all.filter((folder) => !watched.includes(folder) || missing.includes(folder));
  // The shell's development build keeps the state of open pages over an edit of any app.
  assertBuilt([
    ...(await buildChanged(needed.filter((folder) => folder !== SHELL))),
    ...(await buildChanged(
      needed.filter((folder) => folder === SHELL),
      '--dev',
    )),
  ]);
  runTogether([...watched.map((folder) => start(mfeBuild(folder, '--watch'))), startGateway({ DEV: '1' })]);
}

async function serveForProduction(all: string[], watched: string[]): Promise<void> {
  assertBuilt(await buildChanged(all));
  // A failed build prints its own error; the live releases stay.
  const folders = watched.map((folder) => path.join(root, folder));
  const stop = watchSources(folders, async () => void (await buildChanged(watched)));
  runTogether([startGateway({ RELEASE_FOLLOW: '1' })], stop);
}

function assertBuilt(failed: string[]): void {
  if (failed.length > 0) throw new Error(`could not build ${failed.join(', ')}`);
}

function startGateway(env: NodeJS.ProcessEnv): ChildProcess {
  const file = path.join(root, '.mfe/upstreams.yml');
  const isFollowed = env['DEV'] === '1' || existsSync(file);
  const upstreams = process.env['UPSTREAMS'] === undefined && isFollowed ? { UPSTREAMS: file } : {};
  const personal = { DEV_PERSONAL: path.join(root, '.mfe/personal.yml') };
  return start([path.join(root, 'gateway/src/server.ts')], { ...personal, ...upstreams, ...env });
}

function start(argv: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, argv, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });
}

/** When one process ends (port in use, invalid mfe.config.ts), the others end too. */
function runTogether(children: ChildProcess[], ended = (): void => {}): void {
  const stop = (): void => {
    ended();
    for (const child of children) child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  for (const child of children)
    child.once('exit', (code) => {
      process.exitCode ||= code ?? 0;
      stop();
    });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`dev: ${(error as Error).message}`);
  process.exitCode = 1;
}
