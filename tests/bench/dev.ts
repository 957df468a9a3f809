import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Page, chromium } from 'playwright';
import { findChromium } from '../browser/find-chromium.ts';
import type { Bench } from './run.ts';
import { type ServerProcess, root, startServer } from './support/server-process.ts';
import { median } from './support/statistics.ts';
import { type Row, atMost, milliseconds, told } from './support/table.ts';

const EDITS = 8;
const LIMIT_MS = 60_000;
/** Kinds of edits: a file of the app, and the text in it that is changed. */
const FILES = [
  { kind: 'component', file: 'src/components/document-article.tsx', mark: 'data-edit' },
  { kind: 'content', file: 'content/documents/terms.md', mark: 'edit ' },
];

/** What `npm run dev` starts (scripts/dev.ts), on a copy of an app, so that no edit of this bench stays. */
const bench: Bench = {
  title: 'Development: from an edit to the page',
  async measure() {
    const data = mkdtempSync(path.join(tmpdir(), 'voltframe-bench-'));
    const app = copyOfLegal();
    const watching = spawn(
      process.execPath,
      [path.join(root, 'kit/src/cli/mfe.ts'), 'build', path.basename(app), '--watch'],
      { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    let site: ServerProcess | undefined;
    const browser = await chromium.launch(await findChromium());
    try {
      await until(async () => existsSync(path.join(app, 'dist/release.json')));
      site = await startDevSite(app, data);
      const page = await browser.newPage();
      await page.goto(`${site.url}/terms`);
      const rows: Row[] = [];
      for (const edit of FILES) rows.push(...(await measureEdits(edit, app, site.url, page)));
      return rows;
    } finally {
      await browser.close();
      await site?.stop();
      watching.kill('SIGTERM');
      for (const folder of [app, data]) rmSync(folder, { recursive: true, force: true });
    }
  },
};
export default bench;

/** Beside the app, where its dependencies are found. */
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

function startDevSite(app: string, data: string): Promise<ServerProcess> {
  const others = ['shell', 'blog', 'marketing'].map((name) =>
    name === 'shell' ? `shell=${path.join(root, 'shell')}` : `${name}=${path.join(root, `mfe-${name}`)}`,
  );
  const RELEASES = [...others, `legal=${app}`].join(',');
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: '0',
    DATA_DIR: data,
    LOG_LEVEL: 'error',
    RELEASES,
    DEV: '1',
  };
  return startServer('gateway/src/server.ts', { env });
}

async function measureEdits(
  { kind, file, mark }: (typeof FILES)[number],
  app: string,
  url: string,
  page: Page,
): Promise<Row[]> {
  const original = readFileSync(path.join(app, file), 'utf8');
  const html: number[] = [];
  const shown: number[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    const word = `edited${kind}${edit}`;
    const changed =
      kind === 'content'
        ? `${original}\n${mark}${word}\n`
        : original.replace(/<article/, `<article ${mark}="${word}"`);
    if (changed === original) throw new Error(`nothing to edit in ${file}`);
    const started = performance.now();
    writeFileSync(path.join(app, file), changed);
    await until(async () => (await (await fetch(`${url}/terms`)).text()).includes(word));
    html.push(performance.now() - started);
    const found = (text: string): boolean => document.documentElement.outerHTML.includes(text);
    await page.waitForFunction(found, word, { timeout: LIMIT_MS, polling: 20 });
    shown.push(performance.now() - started);
    await sleep(1_500);
  }
  const worst = (times: number[]): string => milliseconds(Math.max(...times));
  return [
    atMost(`${kind}: until the server's HTML has it, median`, median(html), 1_000, milliseconds),
    atMost(`${kind}: until an open page shows it, median`, median(shown), 1_500, milliseconds),
    told(`${kind}: worst`, `${worst(html)} / ${worst(shown)}`),
  ];
}

async function until(done: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; await sleep(10))
    if (await done().catch(() => false)) return;
  throw new Error('it did not happen in time');
}
