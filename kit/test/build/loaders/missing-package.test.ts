import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { RuleSetRule } from 'webpack';
import { moduleRules } from '../../../src/build/module-rules.ts';
import { temporaryFolder } from '../../temporary-folders.ts';
import { appOf } from '../fixtures/sample-app.ts';

interface Used {
  loader: string;
  options: { name?: string; implementation?: { info: string } };
}
const INSTALLED = {
  'node_modules/sass/index.js': `exports.info = 'of the app';`,
  'node_modules/@mdx-js/loader/index.js': '',
};

/** @returns the last loader of a rule, which runs first */
function firstOf(file: string, files: Record<string, string>): Used {
  const rules = moduleRules(appOf({}, temporaryFolder(files)), 'client', 'production');
  const { use } = rules.find(({ test }: RuleSetRule) => test instanceof RegExp && test.test(file))!;
  return (use as Used[]).at(-1)!;
}

it.each([
  ['page.mdx', '@mdx-js/loader'],
  ['page.module.scss', 'sass'],
  ['page.sass', 'sass'],
])('refuses %s with its name and the package that the app has not installed', (file, name) => {
  const { loader, options } = firstOf(file, {});
  const context = { getOptions: () => options, rootContext: '/app', resourcePath: `/app/src/${file}` };
  const utils = { contextify: () => `./src/${file}` };
  expect(() =>
    (createRequire(import.meta.url)(loader) as () => void).call({ ...context, utils } as never),
  ).toThrow(`src/${file} needs the package "${name}", which is not installed in the app: npm install`);
});

it('takes the packages of the app', () => {
  const mdx = firstOf('page.mdx', INSTALLED).loader;
  const { implementation } = firstOf('page.scss', INSTALLED).options;
  expect([mdx.split(path.sep).slice(-3), implementation?.info]).toEqual([
    ['@mdx-js', 'loader', 'index.js'],
    'of the app',
  ]);
});

it.each(['client', 'server'] as const)('compiles MDX for the %s without the development JSX', (side) => {
  const rules = moduleRules(appOf({}, temporaryFolder(INSTALLED)), side, 'development');
  const { use } = rules.find(({ test }: RuleSetRule) => test instanceof RegExp && test.test('page.mdx'))!;
  expect((use as Used[]).at(-1)!.options).toMatchObject({ development: false });
});
