import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp } from '@voltframe/kit/build/build-app';
import { appPaths } from '@voltframe/kit/build/app-paths';
import { loadApp } from '@voltframe/kit/build/load-config';
import type { Browser, BrowserContext, Page } from 'playwright';
import type { Bench } from './run.ts';
import { putEarlierReact, reactScript } from './support/earlier-react.ts';
import { EditedRelease } from './support/edited-release.ts';
import { inBrowser } from './support/browser-site.ts';
import { root, settled, type SiteProcess } from './support/server-process.ts';
import { sum } from './support/statistics.ts';
import { atMost, type Row, figure } from './support/table.ts';
import { until } from './support/waiting.ts';
import { wholeDeploy } from './support/whole-deploy.ts';

/** A change of an app, built like a build of its team. */
interface Change {
  what: string;
  /** Folder of the app. */
  folder: string;
  file: string;
  edit(text: string): string;
  /** Bytes of scripts and styles that a returning visitor fetches. */
  bar: number;
}

const PAGES = ['/about', '/terms'];
const CHANGES: Change[] = [
  {
    what: 'a text',
    folder: 'mfe-marketing',
    file: 'src/pages/about.tsx',
    edit: (text) => text.replace("'Open roles'", "'Roles that are open today'"),
    bar: 100,
  },
  {
    what: 'a component',
    folder: 'mfe-marketing',
    file: 'src/pages/about.tsx',
    edit: (text) =>
      text.replace(
        '<ClosingCall',
        '<aside title="More"><strong>{data.heading.length}</strong></aside><ClosingCall',
      ),
    bar: 600,
  },
  {
    what: "the shell's layout",
    folder: 'shell',
    file: 'src/layout/footer.tsx',
    edit: (text) => text.replace('<footer ', '<footer title="The end of the page" '),
    bar: 600,
  },
];

/** Measures the bytes that a returning browser fetches after deploys. */
const bench: Bench = {
  title: 'Deploys as differences',
  async measure() {
    const copies = new Map<string, string>();
    const before = await earlierShell();
    const prepare = (folders: Record<string, string>): void => publish(before, folders['shell']!);
    try {
      return await inBrowser({ env: { RELEASE_FOLLOW: '1' }, prepare }, async (site, browser) => {
        await settled(site);
        const visitor = await returningVisitor(browser, site);
        const rows = await measureReactMinor(site, visitor);
        for (const change of CHANGES) {
          const folder = copies.get(change.folder) ?? copyOf(change.folder);
          copies.set(change.folder, folder);
          rows.push(...(await measureChange(change, folder, site, visitor)));
        }
        return [...rows, ...(await measureReactPatch(site, visitor)), ...(await measureWholeDeploy())];
      });
    } finally {
      for (const folder of [before, ...copies.values()]) rmSync(folder, { recursive: true, force: true });
    }
  },
};
export default bench;

/** Copies an app inside the checkout, because the bench edits its files. */
function copyOf(name: string): string {
  const folder = path.join(root, `.tmp-bench-${name}`);
  cpSync(path.join(root, name), folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => path.basename(file) !== 'dist',
  });
  return folder;
}

async function measureChange(
  change: Change,
  folder: string,
  site: SiteProcess,
  visitor: Visitor,
): Promise<Row[]> {
  const file = path.join(folder, change.file);
  const text = readFileSync(file, 'utf8');
  const edited = change.edit(text);
  if (edited === text) throw new Error(`${change.file} has changed: update this bench`);
  writeFileSync(file, edited);
  const app = await loadApp(folder);
  await buildApp({ ...app, paths: appPaths(folder) }, { mode: 'production' });
  await goLive(site, () => publish(path.join(folder, 'dist'), site.folders[app.config.name]!));
  return rowsOf(change.what, await visitor.comesBack(), change.bar);
}

/** @returns a copy of the shell's release in which the script of React has the previous minor version. */
async function earlierShell(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-shell-'));
  cpSync(path.join(root, 'shell/dist'), folder, { recursive: true });
  await putEarlierReact(folder);
  return folder;
}

/** Updates React from the previous minor version. */
async function measureReactMinor(site: SiteProcess, visitor: Visitor): Promise<Row[]> {
  await goLive(site, () => publish(path.join(root, 'shell/dist'), site.folders['shell']!));
  return rowsOf('a minor of React', await visitor.comesBack(), 21_000);
}

/** Updates React to a simulated patch version: only the version texts differ. */
async function measureReactPatch(site: SiteProcess, visitor: Visitor): Promise<Row[]> {
  await goLive(site, () => {
    const release = new EditedRelease(site.folders['shell']!);
    const file = reactScript(release);
    release.replaceScript(file, release.read(file).replaceAll('19.3.1', '19.3.2'));
    release.publish();
  });
  return rowsOf('a patch of React', await visitor.comesBack(), 500);
}

/** The worst deploy: a tenth of each script and stylesheet of all apps differs from each of the last three releases. */
async function measureWholeDeploy(): Promise<Row[]> {
  const { cpuSeconds, bytes, released } = await wholeDeploy();
  return [
    atMost('every file of every app, against three releases: seconds of CPU', cpuSeconds, 5),
    atMost('… memory / size of the releases', bytes / released, 0.3),
    figure('… bytes', `${bytes} of ${released}`),
  ];
}

function rowsOf(what: string, fetched: Fetched[], bar: number): Row[] {
  const list = fetched.map(({ name, coding, bytes }) => `${name} ${bytes} ${coding}`).join(', ');
  return [
    atMost(`${what}: bytes of scripts and styles, beyond HTML`, sum(fetched.map(({ bytes }) => bytes)), bar),
    figure(`${what}: fetched`, list || 'nothing'),
  ];
}

/** Copies the manifest last, because the gateway reads the folder when the manifest changes. */
function publish(from: string, to: string): void {
  const names = readdirSync(from).filter((name) => name !== 'release.json');
  for (const name of names) cpSync(path.join(from, name), path.join(to, name), { recursive: true });
  cpSync(path.join(from, 'release.json'), path.join(to, 'release.json'));
}

async function goLive(site: SiteProcess, change: () => void): Promise<void> {
  const live = async (): Promise<string> => await (await fetch(`${site.url}/builds/latest.json`)).text();
  const before = await live();
  change();
  await until('the change', async () => (await live()) !== before);
  // The gateway makes the differences after the deploy.
  await settled(site);
}

interface Fetched {
  name: string;
  coding: string;
  /** Size of the body as sent. */
  bytes: number;
}

interface Visitor {
  /** Opens every page again. @returns the scripts and styles that the network transferred */
  comesBack(): Promise<Fetched[]>;
}

async function returningVisitor(browser: Browser, site: SiteProcess): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const comesBack = async (): Promise<Fetched[]> => {
    const fetched: Fetched[] = [];
    for (const address of PAGES) fetched.push(...(await visit(context, site.url + address)));
    return fetched;
  };
  await comesBack();
  return { comesBack };
}

async function visit(context: BrowserContext, url: string): Promise<Fetched[]> {
  const page = await context.newPage();
  const fetched = await watchAssets(context, page);
  await page.goto(url);
  await page.locator('html[data-hydrating=false]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.close();
  return fetched;
}

async function watchAssets(context: BrowserContext, page: Page): Promise<Fetched[]> {
  const fetched: Fetched[] = [];
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ response }) => {
    const { pathname } = new URL(response.url);
    if (!/^\/assets\/.*\.(?:js|css)$/.test(pathname) || response.fromDiskCache) return;
    const headers = new Map(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    fetched.push({
      name: path.basename(pathname),
      coding: headers.get('content-encoding') ?? 'identity',
      bytes: Number(headers.get('content-length')),
    });
  });
  return fetched;
}
