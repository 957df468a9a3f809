import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { App } from '../../build/app-paths.ts';
import { loadApp } from '../../build/load-config.ts';
import { keepState } from '../../build/refresh/live-shell.ts';
import { SHELL } from '../../contract/release/composition.ts';
import { type CommandContext, EXIT, untilAborted, defineCommand } from '../command.ts';
import { announceApp, pageEvents } from '../gateway/announce-app.ts';
import {
  type LocalGateway,
  localUpstreams,
  startLocalGateway,
  watchUpstreams,
} from '../gateway/local-gateway.ts';
import { createShownReleases, describeChange } from '../gateway/shown-releases.ts';
import { connectToSite } from '../gateway/site-connection.ts';
import { watchTypes } from '../type-check.ts';
import { findGateway, releaseCache, workspaceAbove } from '../workspace/find-gateway.ts';
import { type AppBuilds, startBuilds } from './build.ts';
import { readPort } from './serve.ts';

const DEFAULT_PORT = 3000;

/** `mfe dev`: see help.ts. */
export const devCommand = defineCommand(
  { command: 'dev', positionals: ['folder?'], options: { prod: { type: 'boolean' } } },
  async ({ values, positionals }, context) => {
    const folder = path.resolve(context.cwd, positionals[0] ?? '.');
    const port = readPort(context.env, DEFAULT_PORT);
    const program = findGateway(folder);
    const gateway = startLocalGateway(program, context);
    try {
      const app = await loadApp(folder);
      // In the checkout apps see each other's sources; elsewhere only this file has the names of the other apps.
      const sync = workspaceAbove(folder) === undefined;
      const live = connectToSite(app, { cache: releaseCache(program), sync }, context);
      return await work({ app, production: values.prod === true, port, live, gateway }, context);
    } catch (error) {
      if (context.signal.aborted) return EXIT.done;
      throw error;
    } finally {
      await gateway.stop();
    }
  },
);

interface Work {
  app: App;
  /** Builds and checks as for visitors. */
  production: boolean;
  port: number;
  live: ReturnType<typeof connectToSite>;
  gateway: LocalGateway;
}

/** @returns the exit code, when the gateway on this machine has ended */
async function work(
  { app, production, port, live, gateway }: Work,
  context: CommandContext,
): Promise<number> {
  const { name } = app.config;
  const { root } = app.paths;
  const first = await live.start();
  const rest = mkdtempSync(path.join(tmpdir(), 'mfe-rest-'));
  const ended = new AbortController();
  const running = { ...context, signal: AbortSignal.any([context.signal, ended.signal]) };
  let building: Promise<AppBuilds> | undefined;
  try {
    const show = createShownReleases(rest, production ? undefined : await keepState(app, context.tell));
    const releases = { ...(await show(first.site)), [name]: root };
    // Releases of an earlier call are outdated.
    rmSync(path.join(app.paths.dist, 'release.json'), { force: true });
    if (production || isNeeded(app)) {
      building = startBuilds(app, production, running);
      await Promise.race([building.then((builds) => builds.first), untilAborted(context.signal)]);
    }
    const { site } = first.site.composition;
    const upstreams = localUpstreams(root, context.env);
    const serving = gateway.serve({ releases, site, port, production, upstreams });
    // Runs during the gateway's start, because each uses one core.
    building ??= startBuilds(app, production, running);
    const [url] = await Promise.all([serving, building]);
    const events = production ? undefined : pageEvents(url, running);
    const announced = announceApp({ app: name, url, gateway: live.gateway }, events, context);
    if (!production) void announced.then(() => watchTypes(app, running));
    const stopWatching = watchUpstreams(root, context.env, gateway.configure);
    const showNext: Parameters<typeof live.follow>[1] = async (next, before) => {
      await show(next);
      for (const line of describeChange(before, next, [name])) context.tell(`mfe: ${line}\n`);
    };
    void live.follow(first, showNext, running.signal);
    await Promise.race([untilAborted(context.signal), gateway.ended]);
    stopWatching();
    await gateway.stop();
    return context.signal.aborted ? EXIT.done : EXIT.failed;
  } finally {
    ended.abort();
    await building?.then((builds) => builds.stop()).catch(() => {});
    rmSync(rest, { recursive: true, force: true });
  }
}

/**
 * A site without its shell, or without a guard that another app names, would be refused. Otherwise the site can start
 * before the app is built.
 */
function isNeeded({ kind, config }: App): boolean {
  return kind === SHELL || Object.keys(config.guards ?? {}).length > 0;
}
