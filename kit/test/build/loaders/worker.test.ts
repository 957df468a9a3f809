import path from 'node:path';
import { expect, it } from 'vitest';
import { compileOnce } from '../../../src/build/compile.ts';
import type { ForeignSources } from '../../../src/contract/routing/foreign-sources.ts';
import { moduleRules } from '../../../src/build/module-rules.ts';
import { temporaryFolder } from '../../temporary-folders.ts';
import { appOf } from '../fixtures/sample-app.ts';

const FILES = {
  'src/page.ts': `export const start = () => new Worker(new URL('./sums.ts', import.meta.url), { type: 'module' });`,
  'src/sums.ts': `import { add } from './add';
self.onmessage = async () => self.postMessage(add(1, (await import('./late')).late));`,
  'src/add.ts': `export const add = (a: number, b: number): number => a + b;`,
  'src/late.ts': `export const late = 2;`,
};

/** Builds a page that starts a worker. @returns file → text; or the reason against it */
async function build(
  files: Record<string, string>,
  side: 'client' | 'server' = 'client',
  config: Parameters<typeof appOf>[0] = {},
) {
  const root = temporaryFolder(files);
  const app = appOf(config, root);
  const built = compileOnce(app, {
    mode: 'development',
    devtool: false,
    context: root,
    entry: { page: path.join(root, 'src/page.ts') },
    output: { filename: '[name].js', module: true, publicPath: '/assets/blog/' },
    experiments: { outputModule: true },
    resolve: { extensions: ['.ts'] },
    module: { parser: { javascript: { worker: false } }, rules: moduleRules(app, side, 'development', []) },
  });
  return built.then(
    (compiled) => Object.fromEntries([...compiled.files].map(([name, body]) => [name, String(body)])),
    ({ message }: Error) => message,
  );
}

it('builds a worker into one file with all that it imports, named after its bytes', async () => {
  const { 'page.js': page, ...others } = (await build(FILES)) as Record<string, string>;
  const [[name, worker] = ['', ''], ...more] = Object.entries(others);
  expect([name, more]).toEqual([expect.stringMatching(/^sums\.[0-9a-f]{10}\.js$/), []]);
  expect(page).toContain(name);
  expect([worker.includes('late = 2'), worker.includes('a + b'), /^export /m.test(worker)]).toEqual([
    true,
    true,
    false,
  ]);
  const other = await build({ ...FILES, 'src/add.ts': `export const add = (a: number) => a;` });
  expect(Object.keys(other)).not.toContain(name);
});

it.each(['mts', 'mjs', 'cts'])('builds a worker with the extension .%s', async (extension) => {
  const { 'src/sums.ts': sums, ...files } = FILES;
  const text = extension === 'mjs' ? sums : sums.replace('add(1,', 'add(1 as number,');
  const page = FILES['src/page.ts'].replace('sums.ts', `sums.${extension}`);
  const built = (await build({ ...files, 'src/page.ts': page, [`src/sums.${extension}`]: text })) as Record<
    string,
    string
  >;
  const worker = Object.keys(built).find((name) => name.startsWith('sums.'))!;
  expect(worker).toMatch(/^sums\.[0-9a-f]{10}\.js$/);
  expect(built[worker]).toContain('late = 2');
});

it('names a worker otherwise when the app declares other sources, because browsers keep its policy', async () => {
  const names = async (sources: ForeignSources) =>
    Object.keys(await build(FILES, 'client', { csp: sources })).filter((name) => name.startsWith('sums.'));
  const [none] = await names({});
  expect(await names({ 'connect-src': ['https://*.a.example'] })).not.toContain(none);
});

it('names the file of a worker that does not build', async () => {
  expect(await build({ ...FILES, 'src/add.ts': 'export const = 1;' })).toMatch(/src\/(?:add|sums)\.ts/);
});

it('builds no worker for the server', async () => {
  expect(Object.keys(await build(FILES, 'server'))).toEqual(['page.js']);
});
