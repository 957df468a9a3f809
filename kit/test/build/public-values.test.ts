import path from 'node:path';
import { expect, it } from 'vitest';
import { compileOnce } from '../../src/build/compile.ts';
import { publicValues, publicValuesPlugin } from '../../src/build/public-values.ts';
import { temporaryFolder } from '../temporary-folders.ts';
import { appOf } from './fixtures/sample-app.ts';

const FILES = {
  '.env': 'VITE_API=https://api.example\nVITE_PLACE=everywhere\nTOKEN=hidden\nVITE_PUBLIC="two words"',
  '.env.production': 'VITE_PLACE=in production',
};

it.each([
  ['production', 'client', { VITE_PLACE: 'in production', PROD: true, DEV: false, SSR: false }],
  ['development', 'server', { VITE_PLACE: 'everywhere', PROD: false, DEV: true, SSR: true }],
] as const)(
  'reads the names with the prefix, and no other, from the files of an app: %s, %s',
  (mode, side, values) => {
    const app = appOf({ env: { PLAN: 'free', VITE_API: 'https://other.example' } }, temporaryFolder(FILES));
    expect(publicValues(app, side, mode)).toEqual({
      VITE_API: 'https://other.example',
      VITE_PUBLIC: 'two words',
      PLAN: 'free',
      MODE: mode,
      BASE_URL: '/',
      ...values,
    });
  },
);

/** Builds a module. @returns its text, or the reason against it */
async function build(code: string, file = 'src/page.js'): Promise<string> {
  const root = temporaryFolder({ [file]: code });
  const built = compileOnce(appOf({}, root), {
    mode: 'production',
    devtool: false,
    context: root,
    entry: { main: path.join(root, file) },
    output: { filename: '[name].js' },
    optimization: { minimize: false },
    plugins: [publicValuesPlugin({ MODE: 'production', SSR: false, VITE_API: 'https://api.example' }, root)],
  });
  return built.then(
    ({ files }) => String(files.get('main.js')),
    ({ message }: Error) => message,
  );
}

it('replaces the values, and the branches that they exclude', async () => {
  const text = await build(
    `if (import.meta.env.SSR) console.log('server'); else console.log(import.meta.env.VITE_API);`,
  );
  expect([text.includes(`"https://api.example"`), text.includes('server')]).toEqual([true, false]);
});

it.each([
  [
    'import.meta.env.VITE_APY',
    'import.meta.env.VITE_APY has no value. Add it to `env` in mfe.config.ts, or to',
  ],
  [
    'import.meta.env?.PLAN',
    'import.meta.env.PLAN has no value. Add it to `env` in mfe.config.ts, or name it',
  ],
  ['const { PLAN } = import.meta.env; console.log(PLAN)', 'import.meta.env.PLAN has no value.'],
])('refuses a name without a value, with its file and line: %s', async (code, reason) => {
  const text = await build(
    `const before = 1;\nconsole.log(before);\n${code.startsWith('const') ? code : `console.log(${code})`};`,
  );
  expect(text).toContain(reason);
  expect(text).toContain('src/page.js:3: ');
});

it('leaves names of other tools in packages undefined', async () => {
  const text = await build(`console.log(import.meta.env?.DEBUG_TOOL);`, 'node_modules/tool/index.js');
  expect(text).toContain('console.log(undefined)');
});
