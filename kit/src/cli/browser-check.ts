import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pMap from 'p-map';
import type { Composition } from '../contract/release/composition.ts';
import { matchRoute } from '../contract/routing/match-route.ts';
import { cliErrors } from '../errors/cli-errors.ts';
import type { ReleaseFolder } from '../packaging/release-folder.ts';
import type { CommandContext } from './command.ts';
import { fetchReleases } from './gateway/live-site.ts';
import { type LocalGateway, presentUpstreams, startLocalGateway } from './gateway/local-gateway.ts';
import { connect } from './gateway/operations-client.ts';
import { createProgressOutput } from './output/print.ts';
import { findGateway, type GatewayProgram, releaseCache } from './workspace/find-gateway.ts';

/** Most pages of one pattern that are opened. */
const PAGES_PER_ROUTE = 50;
/** Concurrent pages; more would slow down pages on a small machine. */
const PAGES_AT_ONCE = 2;
/** Longest that a page may take from its document to its hydration. */
const HYDRATION_LIMIT_MS = 10_000;
/** Messages of the shell for a failed hydration or chunk. */
const REPORTS = '/-/reports';
/** Set by the shell's bootstrap: `true` until the first page has rendered, `off` when it never will. */
const STATE = 'data-hydrating';
/** A selector, not a script: the page's own policy forbids evaluating text. */
const DECIDED = `html[${STATE}="false"], html[${STATE}="off"]`;
const CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

/**
 * Opens every page of these releases in Chromium, inside the live site, served by a gateway on this machine.
 * It asks the backends in `.mfe/upstreams.yml` of the current folder.
 * @returns the path of each page with its problems; no problems when it hydrated without a message
 * @throws CLI_NO_BROWSER, CLI_NO_GATEWAY, CLI_GATEWAY_FAILED
 */
export async function checkInBrowser(releases: ReleaseFolder[], context: CommandContext) {
  const program = findGateway(context.cwd);
  const browser = await launchChromium(program, context);
  const progress = createProgressOutput(context);
  let gateway: LocalGateway | undefined;
  try {
    const client = connect(context);
    const composition = await client.call<Composition>('composition');
    const own = Object.fromEntries(releases.map(({ release, folder }) => [release.app, folder]));
    const except = Object.keys(own);
    const others = await fetchReleases(client, composition, {
      except,
      cache: releaseCache(program),
      progress,
    });
    // The pages of patterns with parameters are read from the sitemap, which a site that is not indexable lacks.
    const site = { ...composition.site, indexable: true };
    // On any port that is free.
    const served = { releases: { ...others, ...own }, site, port: 0, production: false };
    const upstreams = presentUpstreams(context.cwd, context.env);
    gateway = await startLocalGateway(program, { ...served, upstreams }, context);
    const { url } = gateway;
    const paths = await pathsOf(releases, url, context);
    progress.step(`opening ${paths.length} pages in Chromium`);
    let done = 0;
    const open = async (pagePath: string) => {
      const problems = await hydratePage(browser, url + pagePath);
      progress.update(`${++done} of ${paths.length}`);
      return { path: pagePath, problems };
    };
    return await pMap(paths, open, { concurrency: PAGES_AT_ONCE });
  } finally {
    progress.end();
    await Promise.all([gateway?.stop(), browser.close()]);
  }
}

/** Every page of the releases that needs no guard's consent. */
async function pathsOf(releases: ReleaseFolder[], url: string, { fetch }: CommandContext): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(address!).pathname,
  );
  const routes = releases
    .flatMap(({ release }) => release.routes)
    .filter(({ guards }) => guards.length === 0);
  return routes.flatMap((route) => {
    if (!route.path.includes(':')) return [route.path];
    return listed.filter((pagePath) => matchRoute([route], pagePath)).slice(0, PAGES_PER_ROUTE);
  });
}

/** Playwright is a dependency of the checkout's tests or of the app, not of the kit. */
async function launchChromium({ root }: GatewayProgram, { env }: CommandContext): Promise<BrowserLike> {
  const from = [path.join(root, 'tests/package.json'), path.join(root, 'package.json')];
  const found = from.flatMap((file) => {
    try {
      return [createRequire(file).resolve('playwright')];
    } catch {
      return [];
    }
  });
  if (!found[0]) throw cliErrors.NO_BROWSER({ reason: 'playwright is not installed' });
  const module = (await import(pathToFileURL(found[0]).href)) as { default: { chromium: Launcher } };
  const { chromium } = module.default;
  const installed = [env['CHROMIUM_PATH'], chromium.executablePath(), ...CHROMIUMS];
  const executablePath = installed.find((file) => file && existsSync(file));
  if (!executablePath)
    throw cliErrors.NO_BROWSER({ reason: 'no Chromium was found; CHROMIUM_PATH can name one' });
  try {
    return await chromium.launch({ executablePath, args: FLAGS });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw cliErrors.NO_BROWSER({ reason }, error);
  }
}

/**
 * Opens a page and waits until it is hydrated.
 * @returns the problems: a status, console errors, failed requests, a missing hydration.
 */
export async function hydratePage(browser: BrowserLike, url: string): Promise<string[]> {
  const problems: string[] = [];
  const page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400)
      problems.push(`${response.status()} for ${new URL(response.url()).pathname}`);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === REPORTS) problems.push(`reported: ${request.postData() ?? ''}`);
  });
  try {
    await page.goto(url);
    // The first intent starts the scripts at once.
    await page.mouse.move(1, 1);
    await page.waitForSelector(DECIDED, { state: 'attached', timeout: HYDRATION_LIMIT_MS });
    if ((await page.getAttribute('html', STATE)) !== 'false') problems.push('it did not hydrate');
  } catch (error) {
    problems.push(`it did not hydrate: ${(error as Error).message.split('\n')[0]}`);
  } finally {
    await page.close();
  }
  return [...new Set(problems)];
}

/** The used part of Playwright, which is no dependency of this package. */
interface BrowserLike {
  newPage(): Promise<PageLike>;
  close(): Promise<void>;
}

interface PageLike {
  on(event: 'console', handler: (message: { type(): string; text(): string }) => void): unknown;
  on(event: 'pageerror', handler: (error: Error) => void): unknown;
  on(event: 'request', handler: (request: { url(): string; postData(): string | null }) => void): unknown;
  on(event: 'response', handler: (response: { url(): string; status(): number }) => void): unknown;
  goto(url: string): Promise<{ status(): number } | null>;
  mouse: { move(x: number, y: number): Promise<void> };
  waitForSelector(selector: string, options: { state: 'attached'; timeout: number }): Promise<unknown>;
  getAttribute(selector: string, name: string): Promise<string | null>;
  close(): Promise<void>;
}

interface Launcher {
  executablePath(): string;
  launch(options: { executablePath: string; args: string[] }): Promise<BrowserLike>;
}
