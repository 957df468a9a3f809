import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Argument } from 'commander';
import type { App } from '../../build/app-paths.ts';
import { loadApp } from '../../build/load-config.ts';
import { keepState, type WholeRelease } from '../../build/refresh/live-shell.ts';
import type { RefreshEvent } from '../../build/refresh/refresh-event.ts';
import { writeRelease } from '../../build/release/write-release.ts';
import { SHELL } from '../../contract/release/composition.ts';
import { openRelease, readReleaseFile } from '../../packaging/release-folder.ts';
import {
  type CommandContext,
  type DeclareCommand,
  createCommand,
  EXIT,
  GATEWAY_VARIABLES,
  untilAborted,
} from '../command.ts';
import { type LocalGateway, localUpstreams, startLocalGateway } from '../gateway/local-gateway.ts';
import type { LiveSite } from '../gateway/live-site.ts';
import { connectToSite } from '../gateway/site-connection.ts';
import { shortDigest } from '../output/text-table.ts';
import { watchTypes } from '../type-check.ts';
import { findGateway, type GatewayProgram, releaseCache, workspaceAbove } from '../workspace/find-gateway.ts';
import { type AppBuilds, startBuilds } from './build.ts';
import { readPort } from './serve.ts';

const DEFAULT_PORT = 3000;

/** Declares `mfe dev`. */
export const devCommand: DeclareCommand = (run) =>
  createCommand('dev', {
    description: `Builds one app after each change and serves it on this machine inside the live site. The releases of the other apps
come from the gateway, new ones included. While the gateway cannot be reached, the local site keeps its last state,
and a line shows the time of that state. The TypeScript and tsconfig.json of the app check its types. Needs
@voltframe/gateway in the devDependencies of the app, or the checkout of the site. Upstreams: .mfe/upstreams.yml in
the folder of the app, else the recorded answers. Signed-in visitor: .mfe/personal.yml, else the samples of personal.`,
    examples: ['cd mfe-blog && mfe dev', 'PORT=3100 MFE_GATEWAY=https://ops.example.com mfe dev mfe-blog'],
    variables: { ...GATEWAY_VARIABLES, PORT: 'port of the local site; default 3000' },
  })
    .addArgument(new Argument('[folder]', 'of the app').default('.', 'this folder'))
    .option(
      '--prod',
      'builds each change for production and runs all checks before the change is shown; you reload pages yourself',
    )
    .action(async (folder: string, { prod = false }: { prod?: boolean }) =>
      run.exitWith(await develop(path.resolve(run.cwd, folder), prod, run)),
    );

/** @returns the exit code */
async function develop(folder: string, production: boolean, context: CommandContext): Promise<number> {
  const port = readPort(context.env, DEFAULT_PORT);
  const program = findGateway(folder);
  try {
    const app = await loadApp(folder, 'dev');
    // In the checkout apps see each other's sources; elsewhere only this file has the names of the other apps.
    const sync = workspaceAbove(folder) === undefined;
    const live = connectToSite(app, { cache: releaseCache(program), sync }, context);
    return await work({ app, production, port, live, program }, context);
  } catch (error) {
    if (context.signal.aborted) return EXIT.done;
    throw error;
  }
}

interface Work {
  app: App;
  /** Builds and checks as for visitors. */
  production: boolean;
  port: number;
  live: ReturnType<typeof connectToSite>;
  program: GatewayProgram;
}

/** @returns the exit code, when the gateway on this machine has ended */
async function work(
  { app, production, port, live, program }: Work,
  context: CommandContext,
): Promise<number> {
  const { name } = app.config;
  const { root, output } = app.paths;
  const first = await live.start();
  const rest = mkdtempSync(path.join(tmpdir(), 'mfe-rest-'));
  const ended = new AbortController();
  const running = { ...context, signal: AbortSignal.any([context.signal, ended.signal]) };
  let building: Promise<AppBuilds> | undefined;
  let starting: Promise<LocalGateway> | undefined;
  try {
    const show = createShownReleases(rest, production ? undefined : await keepState(app, context.tell));
    const releases = { ...(await show(first.site)), [name]: output };
    // Releases of an earlier call are outdated.
    rmSync(path.join(app.paths.dist, 'release.json'), { force: true });
    if (production || isNeeded(app)) {
      building = startBuilds(app, production, running, live.configure);
      await Promise.race([building.then((builds) => builds.first), untilAborted(context.signal)]);
    }
    const { site } = first.site.composition;
    const upstreams = localUpstreams(root, production, context.env);
    starting = startLocalGateway(program, { releases, site, port, production, upstreams }, running);
    // Runs during the gateway's start, because each uses one core.
    building ??= startBuilds(app, production, running, live.configure);
    const [gateway] = await Promise.all([starting, building]);
    const { url } = gateway;
    const events = production ? undefined : pageEvents(url, running);
    const announced = announceApp({ app: name, url, gateway: live.gateway }, events, context);
    if (!production) void announced.then(() => watchTypes(app, running));
    const showNext: Parameters<typeof live.follow>[1] = async (next, before) => {
      await show(next);
      for (const line of describeChange(before, next, [name])) context.tell(`mfe: ${line}\n`);
    };
    void live.follow(first, showNext, running.signal);
    await Promise.race([untilAborted(context.signal), gateway.ended]);
    return context.signal.aborted ? EXIT.done : EXIT.failed;
  } finally {
    ended.abort();
    await starting?.then((gateway) => gateway.stop()).catch(() => {});
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

/**
 * Each release is copied to `{folder}/{app}`; a newer one replaces it atomically.
 * @param prepare transforms a release before the copy
 * @returns copies the releases of a site to folders that a gateway watches, app → folder
 */
export function createShownReleases(folder: string, prepare = (release: WholeRelease) => release) {
  const shown = new Map<string, string>();
  return async ({ releases }: Pick<LiveSite, 'releases'>): Promise<Record<string, string>> => {
    for (const [app, from] of Object.entries(releases)) {
      if (shown.get(app) === from) continue;
      const { release, bodies } = prepare(await readRelease(from));
      writeRelease(path.join(folder, app), release, { bodies, named: new Map() });
      shown.set(app, from);
    }
    return Object.fromEntries([...shown.keys()].map((app) => [app, path.join(folder, app)]));
  };
}

async function readRelease(folder: string): Promise<WholeRelease> {
  const opened = await openRelease(folder);
  const bodies: WholeRelease['bodies'] = new Map();
  for (const file of Object.keys(opened.release.files)) bodies.set(file, await readReleaseFile(opened, file));
  return { release: opened.release, bodies };
}

/**
 * The changes between two states of a site.
 * @param except apps that are built here
 * @returns lines for the developer of an app: changes that are followed, and changes that need a restart
 */
export function describeChange(before: LiveSite, after: LiveSite, except: string[]): string[] {
  const [old, current] = [before.composition, after.composition];
  const apps = [...new Set([...Object.keys(old.apps), ...Object.keys(current.apps)])].toSorted();
  const others = apps.filter((app) => !except.includes(app));
  const lines = others.flatMap((app) => {
    if (!(app in current.apps)) return [`${app} was removed from the site; mfe dev shows it until a restart`];
    if (!(app in old.apps)) return [`${app} is new on the site; mfe dev shows it after a restart`];
    const digest = current.apps[app];
    return digest === old.apps[app] ? [] : [`${app} ${shortDigest(digest)} is live`];
  });
  if (JSON.stringify(old.site) !== JSON.stringify(current.site))
    lines.push('the configuration of the site has changed; mfe dev uses it after a restart');
  return lines;
}

/**
 * Prints the address of an app when it is live, or when a page can show its problems.
 * @param url of the site on this machine. @param gateway that the rest of the site comes from
 * @param events for open pages of the site; undefined for a production site
 * @returns when the app is live there, or the events have ended
 */
export async function announceApp(
  { app, url, gateway }: Record<'app' | 'url' | 'gateway', string>,
  events: AsyncIterable<RefreshEvent> | undefined,
  { print, tell }: Pick<CommandContext, 'print' | 'tell'>,
): Promise<void> {
  if (!events) {
    tell(`mfe: production builds of ${app} inside the site of ${gateway}; refusals are printed here\n`);
    return print(url);
  }
  let printed = false;
  for await (const event of events) {
    if (isLive(event, app)) {
      tell(`mfe: ${app} inside the site of ${gateway}\n`);
      if (!printed) print(url);
      return;
    }
    if (printed || !isProblem(event, app)) continue;
    tell(`mfe: the site of ${gateway} runs without ${app}; each page shows the errors of ${app}\n`);
    print(url);
    printed = true;
  }
}

function isLive(event: RefreshEvent, app: string): boolean {
  return 'composition' in event && event.apps[app] !== undefined;
}

function isProblem(event: RefreshEvent, app: string): boolean {
  if ('problem' in event) return event.app === app;
  return 'problems' in event && event.problems.some((problem) => problem.app === app);
}

const EVENTS_PATH = '/-/refresh';
const EVENT_START = 'data: ';
const EVENT_END = '\n\n';

/**
 * The events of a development gateway for open pages (HTML §9.2), until the signal is aborted or the gateway ends.
 * @param url of its site
 */
export async function* pageEvents(
  url: string,
  { fetch, signal }: Pick<CommandContext, 'fetch' | 'signal'>,
): AsyncGenerator<RefreshEvent> {
  try {
    const { body } = await fetch(new URL(EVENTS_PATH, url), { signal });
    if (!body) return;
    let text = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split(EVENT_END);
      text = events.pop()!;
      for (const event of events) yield JSON.parse(event.slice(EVENT_START.length)) as RefreshEvent;
    }
  } catch {
    // The gateway has ended, or the signal was aborted.
  }
}
