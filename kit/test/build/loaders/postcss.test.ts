import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folders.ts';

type Loader = (this: object, source: string) => Promise<string>;
const load = createRequire(import.meta.url)('../../../src/build/loaders/postcss.cjs') as Loader;

/** Applies the configuration of an app to a stylesheet. @returns it, and the files that it depends on */
async function apply(files: Record<string, string>, css = '.a{color:team}') {
  const root = temporaryFolder({ 'package.json': '{}', ...files });
  const read: string[] = [];
  const context = {
    getOptions: () => ({ root, mode: 'production' }),
    resourcePath: path.join(root, 'src/a.css'),
    addDependency: (file: string) => void read.push(path.relative(root, file)),
    addContextDependency: (folder: string) => void read.push(path.relative(root, folder)),
  };
  return { css: await load.call(context, css), read };
}

const PLUGIN = `{
  postcssPlugin: 'team',
  Once(root, { result }) { result.messages.push({ type: 'dir-dependency', dir: process.cwd() + '/src' }); },
  Declaration(one) { if (one.value === 'bad') throw one.error('not here'); one.value = 'red'; },
}`;

it('leaves a stylesheet of an app without a configuration as it is', async () => {
  expect(await apply({})).toEqual({ css: '.a{color:team}', read: [] });
});

it('applies the plugins of the app in its folder, and is told of their files', async () => {
  const found = await apply({ 'postcss.config.mjs': `export default { plugins: [${PLUGIN}] };` });
  expect(found).toEqual({ css: '.a{color:red}', read: ['postcss.config.mjs', 'src'] });
});

it('rejects with file and line of what a plugin refuses', async () => {
  const config = { 'postcss.config.cjs': `module.exports = { plugins: [${PLUGIN}] };` };
  await expect(apply(config, '.a {\n  color: bad;\n}')).rejects.toMatchObject({
    message: expect.stringMatching(/src\/a\.css:2: not here$/) as string,
    hideStack: true,
  });
});

it('rejects a configuration that cannot be used', async () => {
  await expect(
    apply({ 'postcss.config.cjs': 'module.exports = { plugins: { none: {} } };' }),
  ).rejects.toThrow(/its PostCSS configuration cannot be used: .*none/s);
});
