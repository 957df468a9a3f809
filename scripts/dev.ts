import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { appFolders, mfeBuild, root } from './apps.ts';
import { buildChanged } from './build.ts';

const SHELL = 'shell';

/** `npm run dev [app…]`: builds the apps named (default: all) at each change, and serves the site. */
async function main(named: string[]): Promise<void> {
  const all = appFolders();
  const watched = named.length > 0 ? named.map((name) => path.normalize(name)) : all;
  const unknown = watched.filter((folder) => !all.includes(folder));
  if (unknown.length > 0) throw new Error(`no app in ${unknown.join(', ')}; there are ${all.join(', ')}`);
  // The gateway needs one release of every app before it can serve; watching writes the newer ones.
  const missing = all.filter((folder) => !existsSync(path.join(root, folder, 'dist', 'release.json')));
  const needed = all.filter((folder) => !watched.includes(folder) || missing.includes(folder));
  // The shell's development build keeps the state of open pages over an edit of any app.
  const failed = [
    ...(await buildChanged(needed.filter((folder) => folder !== SHELL))),
    ...(await buildChanged(
      needed.filter((folder) => folder === SHELL),
      '--dev',
    )),
  ];
  if (failed.length > 0) throw new Error(`could not build ${failed.join(', ')}`);
  const children = [
    ...watched.map((folder) => start(mfeBuild(folder, '--watch'))),
    start([path.join(root, 'gateway/src/server.ts')], { DEV: '1' }),
  ];
  const stop = (): void => children.forEach((child) => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  for (const child of children) child.once('exit', (code) => endWith(code ?? 0, stop));
}

function start(argv: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, argv, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });
}

/** One that ends (a port in use, a broken mfe.config.ts) ends all: half a site helps nobody. */
function endWith(code: number, stop: () => void): void {
  process.exitCode ||= code;
  stop();
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`dev: ${(error as Error).message}`);
  process.exitCode = 1;
}
