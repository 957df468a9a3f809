import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { appPaths } from '@voltframe/kit/build/app-paths';
import { buildApp } from '@voltframe/kit/build/build-app';
import { loadApp } from '@voltframe/kit/build/load-config';
import { type Browser, type Page, chromium } from 'playwright';
import { findChromium } from '../browser/find-chromium.ts';
import type { Bench } from './run.ts';
import { measureStart } from './support/dev-start.ts';
import {
  appsOfCheckout,
  releasesOf,
  type ServerProcess,
  root,
  startServer,
} from './support/server-process.ts';
import { median } from './support/statistics.ts';
import { type Row, atMost, milliseconds, figure } from './support/table.ts';
import { until } from './support/waiting.ts';

const EDITS = 8;
/** Few, because each restarts the compilers. */
const CONFIG_EDITS = 5;
/** Pause between two edits, in which the release of the first goes live. */
const CALM_MS = 1_500;
const NOTE = 'half an address';
/** Short, because the bench measures the wait. */
const SOON = { everyMs: 10 };

/** A kind of edit, and its effect in the page. */
interface Edit {
  kind: string;
  file: string;
  /** @returns the text of the file with the number of the edit. */
  change(text: string, edit: number): string;
  /** Selects the changed element in the page. */
  selector(edit: number): string;
  /** @returns the changed style of the element. */
  style?(edit: number): string;
  /** Bar of the time until an open page shows the edit; ms, median. */
  bar: number;
  /** Whether the edit also changes the HTML of the server. */
  html: boolean;
}

const COMPONENT = 'src/components/document-article';
const EDITED: Edit[] = [
  {
    kind: 'component',
    file: `${COMPONENT}.tsx`,
    change: (text, edit) => text.replace('<article', `<article data-edit="component-${edit}"`),
    selector: (edit) => `[data-edit="component-${edit}"]`,
    bar: 1_000,
    html: true,
  },
  {
    kind: 'style',
    file: `${COMPONENT}.module.css`,
    change: (text, edit) => text.replace('.document {', `.document {\n  scroll-margin-top: ${edit + 1}px;`),
    selector: () => 'article',
    style: (edit) => `${edit + 1}px`,
    bar: 1_000,
    html: false,
  },
  {
    kind: 'content',
    file: 'content/documents/terms.md',
    change: (text, edit) => `${text}\n## Edit content-${edit}\n`,
    selector: (edit) => `#edit-content-${edit}`,
    bar: 1_500,
    html: true,
  },
];

/** Starts the processes of `npm run dev` (scripts/dev.ts) with a copy of an app, whose files the bench edits. */
const bench: Bench = {
  title: 'Development: from an edit to the page',
  async measure() {
    const data = mkdtempSync(path.join(tmpdir(), 'voltframe-bench-'));
    const app = copyOfLegal();
    const starts = await measureStart(app);
    const watching = spawn(
      process.execPath,
      [path.join(root, 'kit/src/cli/mfe.ts'), 'build', path.basename(app), '--watch'],
      { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    let site: ServerProcess | undefined;
    const browser = await chromium.launch(await findChromium());
    try {
      const shell = await buildShell(data);
      await until('the release', () => existsSync(path.join(app, 'dist/release.json')), SOON);
      site = await startDevSite(app, shell, data);
      const page = await openPage(browser, `${site.url}/terms`);
      const rows = [...starts];
      for (const edit of EDITED) rows.push(...(await measureEdits(edit, app, site.url, page)));
      rows.push(...(await page.lost()));
      return [...rows, ...(await measureRoutes(app, page.page))];
    } finally {
      await browser.close();
      await site?.stop();
      watching.kill('SIGTERM');
      for (const folder of [app, data]) rmSync(folder, { recursive: true, force: true });
    }
  },
};
export default bench;

/** Builds the shell for development outside the checkout. @returns its release folder */
async function buildShell(work: string): Promise<string> {
  const folder = path.join(root, 'shell');
  const paths = { ...appPaths(folder), dist: path.join(work, 'shell') };
  await buildApp({ ...(await loadApp(folder)), paths }, { mode: 'development' });
  return paths.dist;
}

interface OpenPage {
  page: Page;
  /** @returns the state that the page lost during all edits. */
  lost(): Promise<Row[]>;
}

/** Opens a page, and types into a field. */
async function openPage(browser: Browser, url: string): Promise<OpenPage> {
  const page = await browser.newPage();
  let loads = 0;
  page.on('load', () => loads++);
  await page.goto(url);
  await page.mouse.move(1, 1);
  await page.locator('html[data-hydrating=false]').waitFor({ state: 'attached' });
  const field = page.getByRole('textbox').first();
  await field.fill(NOTE);
  return {
    page,
    async lost() {
      const kept = (await field.inputValue()) === NOTE;
      return [
        atMost('documents loaded over all edits', loads, 1, String),
        atMost('typed text lost', kept ? 0 : 1, 0, String),
      ];
    },
  };
}

/** Copies the app inside the checkout, where Node finds its dependencies. */
function copyOfLegal(): string {
  const copy = path.join(root, '.tmp-bench-legal');
  rmSync(copy, { recursive: true, force: true });
  const skipped = ['dist', '.cache'].map((name) => path.join(root, 'mfe-legal', name));
  cpSync(path.join(root, 'mfe-legal'), copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !skipped.includes(source),
  });
  return copy;
}

function startDevSite(app: string, shell: string, data: string): Promise<ServerProcess> {
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: '0',
    DATA_DIR: data,
    LOG_LEVEL: 'error',
    RELEASES: releasesOf({ ...appsOfCheckout(), shell, legal: app }),
    DEV: '1',
  };
  return startServer('gateway/src/server.ts', { env });
}

async function measureEdits(edited: Edit, app: string, url: string, { page }: OpenPage): Promise<Row[]> {
  const { kind, bar } = edited;
  const file = path.join(app, edited.file);
  const original = readFileSync(file, 'utf8');
  const html: number[] = [];
  const shown: number[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    const changed = edited.change(original, edit);
    if (changed === original) throw new Error(`nothing to edit in ${file}`);
    const seen = firstFrame(page, edited.selector(edit), edited.style?.(edit));
    const started = performance.timeOrigin + performance.now();
    writeFileSync(file, changed);
    shown.push((await seen) - started);
    if (edited.html) {
      const isSent = async () => (await (await fetch(`${url}/terms`)).text()).includes(`${kind}-${edit}`);
      await until('the HTML', isSent, SOON);
      html.push(performance.timeOrigin + performance.now() - started);
    }
    await sleep(CALM_MS);
  }
  const rows = [atMost(`${kind}: until an open page shows it, median`, median(shown), bar, milliseconds)];
  if (edited.html)
    rows.push(atMost(`${kind}: until the server's HTML has it, median`, median(html), 1_000, milliseconds));
  return [...rows, figure(`${kind}: worst in an open page`, milliseconds(Math.max(...shown)))];
}

/** Adds routes, and measures the time until an open page knows them. */
async function measureRoutes(app: string, page: Page): Promise<Row[]> {
  const file = path.join(app, 'mfe.config.ts');
  const original = readFileSync(file, 'utf8');
  const shown: number[] = [];
  for (let edit = 0; edit < CONFIG_EDITS; edit++) {
    const route = `{ id: 'legal.edit-${edit}', path: '/terms-${edit}', page: './src/pages/terms.tsx', server: './src/pages/terms.server.ts', prerender: true },`;
    const changed = original.replace('routes: [', `routes: [\n    ${route}`);
    if (changed === original) throw new Error(`nothing to edit in ${file}`);
    const started = performance.now();
    writeFileSync(file, changed);
    // The page reloads meanwhile: `evaluate` may then fail, and `until` repeats it.
    await until('the route', () => page.evaluate(knowsRoute, `/terms-${edit}`), SOON);
    shown.push(performance.now() - started);
    await sleep(CALM_MS);
  }
  return [
    atMost('config: until an open page knows an added route, median', median(shown), 3_000, milliseconds),
    figure('config: worst', milliseconds(Math.max(...shown))),
  ];
}

/** Runs in the page. */
function knowsRoute(wanted: string): boolean {
  const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as {
    routes?: { path: string }[];
  };
  return data.routes?.some(({ path: at }) => at === wanted) ?? false;
}

/** @returns the time of the first frame with an element, and with a style if one is given; ms since the epoch */
function firstFrame(page: Page, selector: string, style: string | undefined): Promise<number> {
  return page.evaluate(
    ({ wanted, margin }) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const element = document.querySelector(wanted);
          const there = element && (!margin || getComputedStyle(element).scrollMarginTop === margin);
          if (there) requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
          else setTimeout(look, 4);
        };
        look();
      }),
    { wanted: selector, margin: style },
  );
}
