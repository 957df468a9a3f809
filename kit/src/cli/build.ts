import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '../build/build-app.ts';
import { loadApp } from '../build/load-config.ts';
import { watchApp } from '../build/watch-app.ts';
import type { BuildOptions } from '../build/webpack-config.ts';
import type { Release } from '../contract/release.ts';

/** `mfe build`: see help.ts. @returns the exit code */
export async function buildCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { watch: { type: 'boolean' }, dev: { type: 'boolean' } },
  });
  const options: BuildOptions = {
    mode: values.dev || values.watch ? 'development' : 'production',
    runtime: process.env['MF_RUNTIME'] === 'upstream' ? 'upstream' : 'lean',
  };
  const folders = (positionals.length > 0 ? positionals : ['.']).map((folder) => path.resolve(folder));
  for (const folder of folders) await (values.watch ? watchFolder : buildFolder)(folder, options);
  return 0;
}

async function buildFolder(folder: string, options: BuildOptions): Promise<void> {
  const started = performance.now();
  report(await buildApp(await loadApp(folder), options), performance.now() - started);
}

async function watchFolder(folder: string, options: BuildOptions): Promise<void> {
  await watchApp(await loadApp(folder), options, {
    released: report,
    failed: (error) => console.error(`mfe: ${error.message}`),
  });
}

function report(release: Release, tookMs: number): void {
  const files = Object.keys(release.files).length;
  const seconds = (tookMs / 1000).toFixed(1);
  console.log(`${release.app.padEnd(10)} ${release.digest.slice(0, 12)}  ${files} files  ${seconds} s`);
}
