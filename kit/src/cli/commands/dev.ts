import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../build/app-paths.ts';
import { loadApp } from '../../build/load-config.ts';
import { keepState } from '../../build/refresh/live-shell.ts';
import { watchApp } from '../../build/watch-app.ts';
import { buildOptions, describeBuild } from './build.ts';
import { type CommandContext, EXIT } from '../command-context.ts';
import { findGateway, releaseCache } from '../workspace/find-gateway.ts';
import { followSite } from '../gateway/follow-site.ts';
import { connectToSite, type SiteConnection, type SiteStart } from '../gateway/site-connection.ts';
import { startLocalGateway } from '../gateway/local-gateway.ts';
import { createShownReleases, describeChange, type ShowReleases } from '../gateway/shown-releases.ts';
import { parseOptions } from '../parse-options.ts';
import { readPort } from './serve.ts';
import { workspaceAbove } from '../workspace/find-workspace.ts';
import { untilAborted } from '../until-aborted.ts';

const DEFAULT_PORT = 3000;

/** `mfe dev`: see help.ts. */
export async function devCommand(args: string[], context: CommandContext): Promise<number> {
  const { positionals } = parseOptions(args, { command: 'dev', positionals: ['folder?'] });
  const folder = path.resolve(context.cwd, positionals[0] ?? '.');
  const port = readPort(context.env, DEFAULT_PORT);
  const app = await loadApp(folder);
  const { name } = app.config;
  const program = findGateway(folder);
  // In the checkout apps see each other's sources; elsewhere only this says what the others have.
  const sync = workspaceAbove(folder) === undefined;
  const live = connectToSite(app, { cache: releaseCache(program), sync }, context);
  const first = await live.start();

  const rest = mkdtempSync(path.join(tmpdir(), 'mfe-rest-'));
  const show = createShownReleases(rest, await keepState(app, context.tell));
  const stopWatching = await watchUntilBuilt(app, context);
  const ended = new AbortController();
  const signal = AbortSignal.any([context.signal, ended.signal]);
  try {
    const releases = { ...(await show(first.site)), [name]: folder };
    const options = { program, releases, site: first.site.composition.site, port };
    const gateway = await startLocalGateway(options, context);
    context.tell(`mfe: ${name} inside the site of ${live.gateway}\n`);
    context.print(gateway.url);
    void followLive(live, first, { ...context, signal }, { show, except: [name] });
    await Promise.race([untilAborted(context.signal), gateway.ended]);
    await gateway.stop();
    return context.signal.aborted ? EXIT.done : EXIT.failed;
  } finally {
    ended.abort();
    await stopWatching();
    rmSync(rest, { recursive: true, force: true });
  }
}

/** Shows what goes live meanwhile. @returns when the signal is aborted */
function followLive(
  live: SiteConnection,
  { site: first, old }: SiteStart,
  { signal, now, tell }: CommandContext,
  { show, except }: { show: ShowReleases; except: string[] },
): Promise<void> {
  let site = first;
  const look = async (): Promise<void> => {
    const next = await live.next(site);
    if (!next || signal.aborted) return;
    await show(next);
    for (const line of describeChange(site, next, except)) tell(`mfe: ${line}\n`);
    site = next;
  };
  const wait = (ms: number): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {});
  return followSite({ look, wait, now, tell, signal }, { seenAt: first.seenAt, told: old });
}

/** Watches an app. @returns stops watching; resolved when the first release is written */
async function watchUntilBuilt(app: App, context: CommandContext): Promise<() => Promise<void>> {
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
