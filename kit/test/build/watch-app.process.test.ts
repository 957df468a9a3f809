import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { App } from '../../src/build/app-paths.ts';
import { loadApp } from '../../src/build/load-config.ts';
import { watchApp } from '../../src/build/watch-app.ts';
import type { Release } from '../../src/contract/release/release.ts';

// Inside the package, so that it finds the package's dependencies.
const root = mkdtempSync(path.join(realpathSync(import.meta.dirname), '.tmp-'));
cpSync(path.join(import.meta.dirname, 'fixtures/sample'), root, { recursive: true });
// A folder of content that comes later.
rmSync(path.join(root, 'content/notes'), { recursive: true });
afterAll(() => rmSync(root, { recursive: true, force: true }));
let stop = async () => {};
afterEach(() => stop());

const PAGE = 'src/home.tsx';
const CONFIG = 'mfe.config.ts';
const FACTS = 'content/facts.yaml';
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

it('writes a release after each change of code, content, public files or config, also after a failed build', async () => {
  let hear: (event: Release | Error) => void = () => {};
  /** Waits for the expected event, because a change of code gives two releases: for the browser and for the server. */
  const next = (isIt: (event: Release | Error) => boolean) =>
    new Promise<Release | Error>((done) => (hear = (event) => isIt(event) && done(event)));
  const tell = (event: Release | Error) => hear(event);

  const built = next(() => true);
  stop = await watchApp(await loadApp(root), { released: tell, failed: tell });
  const first = (await built) as Release;

  const broken = next((event) => event instanceof Error);
  const page = read(PAGE);
  writeFileSync(path.join(root, PAGE), 'export default (');
  expect(((await broken) as Error).message).toContain('home.tsx');

  const [before] = first.routes[0]!.js;
  const mended = next((event) => !(event instanceof Error) && event.routes[0]!.js[0] !== before);
  writeFileSync(path.join(root, PAGE), page.replace('{count}', '{count} times'));
  await mended;

  const facts = 'data/facts.json';
  const edited = next(
    (event) =>
      !(event instanceof Error) &&
      event.files[facts] !== undefined &&
      event.files[facts].sha256 !== first.files[facts]!.sha256,
  );
  writeFileSync(path.join(root, FACTS), read(FACTS).replace('Facts', 'Other facts'));
  await edited;
  expect(read('dist/data/facts.json')).toContain('Other facts');

  const released = next(
    (event) => !(event instanceof Error) && event.public?.['/sample/a.txt'] !== undefined,
  );
  mkdirSync(path.join(root, 'public/sample'), { recursive: true });
  writeFileSync(path.join(root, 'public/sample/a.txt'), 'A file as it is.');
  await released;

  const outside = next((event) => event instanceof Error);
  mkdirSync(path.join(root, 'public/elsewhere'));
  writeFileSync(path.join(root, 'public/elsewhere/b.txt'), 'Of no page of the app.');
  expect(((await outside) as Error).message).toContain('public/elsewhere/b.txt');
  const moved = next((event) => !(event instanceof Error));
  rmSync(path.join(root, 'public/elsewhere'), { recursive: true });
  await moved;

  mkdirSync(path.join(root, 'content/notes'));
  for (const name of ['first', 'second']) {
    const noted = next(
      (event) => !(event instanceof Error) && event.files[`data/notes/${name}.json`] !== undefined,
    );
    const text = `---\ntitle: ${name}\ndate: '2026-01-01'\n---\n\nText.\n`;
    writeFileSync(path.join(root, `content/notes/${name}.md`), text);
    await noted;
  }

  const config = read(CONFIG);
  const refused = next((event) => event instanceof Error);
  writeFileSync(path.join(root, CONFIG), config.replace('./src/home.tsx', './src/gone.tsx'));
  expect(((await refused) as Error).message).toContain('./src/gone.tsx does not exist');

  const isMended = (event: Release | Error) =>
    !(event instanceof Error) && JSON.stringify(event.routes).includes('archive');
  const changed = next(isMended);
  writeFileSync(path.join(root, CONFIG), config.replace("['tag', 'sent']", "['tag', 'sent', 'archive']"));
  await changed;

  const misfit = next((event) => event instanceof Error);
  writeFileSync(path.join(root, CONFIG), config.replace('heading: z.string()', 'title: z.string()'));
  expect(((await misfit) as Error).message).toMatch(/facts\.yaml: line \d+, title: /);
  const fitting = next((event) => !(event instanceof Error));
  writeFileSync(path.join(root, FACTS), read(FACTS).replace('heading:', 'title:'));
  await fitting;
  expect(read('dist/data/facts.json')).toContain('"title"');
});

it('reads a config again when the module that it names appears, and reports each error once', async () => {
  const errors: string[] = [];
  let hear: (app: App) => void = () => {};
  const events = { released: () => {}, failed: ({ message }: Error) => void errors.push(message) };
  const config = read(CONFIG);
  stop = await watchApp(await loadApp(root), { ...events, configured: (app) => hear(app) });
  const configured = new Promise<App>((done) => (hear = done));
  writeFileSync(path.join(root, CONFIG), config.replace('./src/home.tsx', './src/pages/later.tsx'));
  await expect.poll(() => errors).toEqual([expect.stringContaining('./src/pages/later.tsx does not exist')]);
  writeFileSync(path.join(root, 'src/another.ts'), 'export {};');
  mkdirSync(path.join(root, 'src/pages'));
  writeFileSync(path.join(root, 'src/pages/later.tsx'), read(PAGE).replaceAll("'./", "'../"));
  expect((await configured).config.routes[0]!.page).toBe('./src/pages/later.tsx');
  expect(errors).toHaveLength(1);
});
