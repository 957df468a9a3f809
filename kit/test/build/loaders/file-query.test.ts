import path from 'node:path';
import { expect, it } from 'vitest';
import { compileOnce } from '../../../src/build/compile.ts';
import { moduleRules } from '../../../src/build/module-rules.ts';
import { temporaryFolder } from '../../temporary-folders.ts';
import { appOf } from '../fixtures/sample-app.ts';

const FILES = {
  'src/words.graphql': 'query Words { name }',
  'src/film.mp4': 'no film',
  'src/sums.ts': `import { two } from './two';\nself.onmessage = ({ data }) => self.postMessage(data * two);`,
  'src/two.ts': 'export const two = 2;',
  'src/page.css': 'p { color: red }',
};

/** Builds a page of these lines. @returns file → text; or the reason against it */
async function build(page: string, side: 'client' | 'server' = 'client') {
  const root = temporaryFolder({ ...FILES, 'src/page.ts': page });
  const app = appOf({}, root);
  const built = compileOnce(app, {
    mode: 'development',
    devtool: 'hidden-source-map',
    context: root,
    entry: { page: path.join(root, 'src/page.ts') },
    output: { filename: '[name].js', assetModuleFilename: '[name][ext]', module: true, publicPath: '/a/' },
    experiments: { outputModule: true },
    resolve: { extensions: ['.ts'] },
    module: { parser: { javascript: { worker: false } }, rules: moduleRules(app, side, 'development', []) },
  });
  return built.then(
    ({ files }) => Object.fromEntries([...files].map(([name, body]) => [name, String(body)])),
    ({ message }: Error) => message,
  );
}

it('gives a module the text of a file, the address of a file, and a class of workers', async () => {
  const built = await build(`import words from './words.graphql?raw';
import address from './words.graphql?url';
import film from './film.mp4';
import Sums from './sums?worker';
export const page = [words, address, film, new Sums()];`);
  const {
    'page.js': page,
    'words.graphql': file,
    'film.mp4': media,
    ...workers
  } = built as Record<string, string>;
  expect(page).toContain('query Words { name }');
  expect([file, media]).toEqual([FILES['src/words.graphql'], FILES['src/film.mp4']]);
  const [[name, worker] = ['', '']] = Object.entries(workers);
  expect(name).toMatch(/^sums\.[0-9a-f]{10}\.js$/);
  expect(worker).toContain('two = 2');
});

it('emits no files for the server', async () => {
  const built = await build(`export { default } from './words.graphql?url';`, 'server');
  expect(Object.keys(built)).toEqual(['page.js']);
});

it.each(['./page.css?inline', './page.css?url', './sums.ts?worker&inline', './sums.ts?sharedworker'])(
  'refuses %s with its file and the way out',
  async (name) => {
    expect(await build(`export { default } from '${name}';`)).toContain(
      `src/${name.slice(2)} is not built: ?raw is the text of a file, ?url the address`,
    );
  },
);

it('refuses an import of an export that a module of the app does not have, with the line of its source', async () => {
  const types = 'interface Sizes {\n  width: number;\n}\n';
  const page = `${types}import { three, two } from './two';\nexport const sizes: Sizes = { width: two };\nexport const page = three;`;
  expect(await build(page)).toMatch(
    /src\/page\.ts 6:\d+\nexport 'three' \(imported as 'three'\) was not found in '\.\/two'/,
  );
});

it('accepts types that a module exports again without saying so', async () => {
  expect(Object.keys(await build(`export { Two } from './two';\nexport { two } from './two';`))).toEqual([
    'page.js',
  ]);
});
