import path from 'node:path';
import { loadApp } from '../../build/load-config.ts';
import { watchApp } from '../../build/watch-app.ts';
import type { Composition } from '../../contract/release/composition.ts';
import { buildOptions, describeBuild } from './build.ts';
import { type CommandContext, EXIT } from '../command-context.ts';
import { findWorkspace } from '../workspace/find-workspace.ts';
import { fetchReleases } from '../gateway/live-releases.ts';
import { startLocalGateway } from '../gateway/local-gateway.ts';
import { connect } from '../gateway/operations-client.ts';
import { parseOptions } from '../parse-options.ts';
import { createProgressOutput } from '../output/progress-output.ts';
import { readPort } from './serve.ts';
import { fetchContract } from './sync.ts';
import { isSynced, SITE_LOCK, SITE_TYPES, writeSiteFiles } from '../workspace/site-files.ts';
import { untilAborted } from '../until-aborted.ts';

const DEFAULT_PORT = 3000;

/** `mfe dev`: see help.ts. */
export async function devCommand(args: string[], context: CommandContext): Promise<number> {
  const { positionals } = parseOptions(args, { command: 'dev', positionals: ['folder?'] });
  const folder = path.resolve(context.cwd, positionals[0] ?? '.');
  const port = readPort(context.env, DEFAULT_PORT);
  const workspace = findWorkspace(folder);
  const app = await loadApp(folder);
  const { name } = app.config;

  const client = connect(context);
  const composition = await client.call<Composition>('composition');
  if (isSynced(app) && writeSiteFiles(app, await fetchContract(client, composition, name)))
    context.tell(`mfe: the site has changed: ${SITE_TYPES} and ${SITE_LOCK} say what it has now\n`);
  const cache = releaseCache(workspace);
  const others = await fetchReleases(client, composition, {
    except: [name],
    folder: cache,
    progress: createProgressOutput(context),
  });

  const stopWatching = await watchUntilBuilt(app, context);
  try {
    const releases = { ...others, [name]: folder };
    const gateway = await startLocalGateway({ workspace, releases, site: composition.site, port }, context);
    context.tell(`mfe: ${name} inside the site of ${client.gateway}\n`);
    context.print(gateway.url);
    await Promise.race([untilAborted(context.signal), gateway.ended]);
    await gateway.stop();
    return context.signal.aborted ? EXIT.done : EXIT.failed;
  } finally {
    await stopWatching();
  }
}

/** @returns where releases of a gateway are kept between two calls. */
export function releaseCache(workspace: string): string {
  return path.join(workspace, '.cache', 'live-releases');
}

/** Watches an app. @returns stops watching; resolved when the first release is written */
async function watchUntilBuilt(
  app: Parameters<typeof watchApp>[0],
  context: CommandContext,
): Promise<() => Promise<void>> {
  let built = (): void => {};
  const first = new Promise<void>((done) => (built = done));
  const stop = await watchApp(app, buildOptions(context, true), {
    released(release, tookMs) {
      context.tell(`${describeBuild(release, tookMs)}\n`);
      built();
    },
    failed: (error) => context.tell(`mfe: ${error.message}\n`),
  });
  await Promise.race([first, untilAborted(context.signal)]);
  return stop;
}
