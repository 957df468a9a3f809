import path from 'node:path';
import { buildApp } from '../../build/build-app.ts';
import { loadApp } from '../../build/load-config.ts';
import { watchApp } from '../../build/watch-app.ts';
import type { BuildOptions } from '../../build/webpack-config.ts';
import type { Release } from '../../contract/release/release.ts';
import { type CommandContext, EXIT } from '../command-context.ts';
import { parseOptions } from '../parse-options.ts';
import { shortDigest } from '../output/text-table.ts';
import { untilAborted } from '../until-aborted.ts';

/** `mfe build`: see help.ts. */
export async function buildCommand(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    command: 'build',
    positionals: ['folder…'],
    options: { watch: { type: 'boolean' }, dev: { type: 'boolean' } },
  });
  const options = buildOptions(context, Boolean(values.dev || values.watch));
  const folders = (positionals.length > 0 ? positionals : ['.']).map((folder) =>
    path.resolve(context.cwd, folder),
  );
  if (values.watch) await watchAll(folders, options, context);
  else for (const folder of folders) await buildFolder(folder, options, context, values.json ?? false);
  return EXIT.done;
}

/** @param dev development build: fast, not minified. */
export function buildOptions({ env }: Pick<CommandContext, 'env'>, dev: boolean): BuildOptions {
  return {
    mode: dev ? 'development' : 'production',
    runtime: env['MF_RUNTIME'] === 'upstream' ? 'upstream' : 'lean',
  };
}

async function buildFolder(
  folder: string,
  options: BuildOptions,
  context: CommandContext,
  json: boolean,
): Promise<void> {
  const started = performance.now();
  const release = await buildApp(await loadApp(folder), options);
  if (json)
    context.print(
      JSON.stringify({ app: release.app, digest: release.digest, files: Object.keys(release.files).length }),
    );
  else context.print(describeBuild(release, performance.now() - started));
}

async function watchAll(folders: string[], options: BuildOptions, context: CommandContext): Promise<void> {
  const events = {
    released: (release: Release, tookMs: number) => context.print(describeBuild(release, tookMs)),
    failed: (error: Error) => context.tell(`mfe: ${error.message}\n`),
  };
  const stops = [];
  for (const folder of folders) stops.push(await watchApp(await loadApp(folder), options, events));
  await untilAborted(context.signal);
  await Promise.all(stops.map((stop) => stop()));
}

/** @returns one line on a release that was built. */
export function describeBuild({ app, digest, files }: Release, tookMs: number): string {
  const seconds = (tookMs / 1000).toFixed(1);
  return `${app.padEnd(10)} ${shortDigest(digest)}  ${Object.keys(files).length} files  ${seconds} s`;
}
