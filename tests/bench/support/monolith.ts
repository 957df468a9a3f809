import path from 'node:path';
import { createRequire } from 'node:module';
import { compileOnce } from '@voltframe/kit/build/compile';
import { writeEntries } from '@voltframe/kit/build/generated-entries';
import { loadApp } from '@voltframe/kit/build/load-config';
import { precompress } from '@voltframe/kit/build/release/release-files';
import { clientConfig, serverConfig } from '@voltframe/kit/build/webpack-config';
import { root } from './server-process.ts';

type Configuration = ReturnType<typeof clientConfig>;
type Plugin = NonNullable<Configuration['plugins']>[number];

const webpack = createRequire(path.join(root, 'kit/package.json'))('webpack') as {
  NormalModuleReplacementPlugin: new (module: RegExp, replacement: string) => Plugin;
};
const SOURCES = path.resolve(import.meta.dirname, '../fixtures/monolith');
const OPTIONS = { mode: 'production' } as const;

/** The script of a page contains its icons, because only the document of a first page has them. */
const ICONS_OF_PAGES = {
  include: /[\\/](mfe-[^\\/]+[\\/]src|kit[\\/]src[\\/]react[\\/]components)[\\/].*\.tsx$/,
  enforce: 'pre' as const,
  use: [path.join(root, 'kit/src/build/loaders/inline-icons.cjs')],
};

/**
 * Builds one page and the client of the shell as one bundle without federation, with the platform's compiler.
 * @param page module of the page, relative to the checkout
 * @returns the size of its script in brotli, bytes
 */
export async function monolithBytes(page: string): Promise<number> {
  const shell = await loadApp(path.join(root, 'shell'));
  const config = clientConfig(shell, writeEntries(shell, {}), OPTIONS);
  const entry = path.join(root, 'shell/src/entry.client.tsx');
  const compiled = await compileOnce(shell, {
    ...withPage(config, page),
    entry: { main: entry },
    optimization: { ...config.optimization, splitChunks: false },
    module: { ...config.module, rules: [...config.module!.rules!, ICONS_OF_PAGES] },
    plugins: [
      ...config.plugins!,
      replace(/remotes\/containers\.ts$/, 'containers.ts'),
      replace(/^virtual-share-scope$/, 'share-scope.ts'),
    ],
  });
  const [name] = compiled.groups.get('main')!.filter((file) => file.endsWith('.js'));
  return (await precompress(name!, compiled.files.get(name!)!)).get('.br')!.length;
}

/** @returns a CommonJS module with `render`, which renders the page in the layout with one renderToString. */
export async function renderBundle(page: string): Promise<string> {
  const shell = await loadApp(path.join(root, 'shell'));
  const config = serverConfig(shell, writeEntries(shell, {}), OPTIONS);
  const entry = { server: path.join(SOURCES, 'render.tsx') };
  const compiled = await compileOnce(shell, { ...withPage(config, page), entry });
  return compiled.files.get('server.cjs')!.toString();
}

function withPage(config: Configuration, page: string): Configuration {
  const alias = { ...(config.resolve!.alias as Record<string, string>), 'bench-page': path.join(root, page) };
  return { ...config, resolve: { ...config.resolve, alias } };
}

function replace(module: RegExp, replacement: string): Plugin {
  return new webpack.NormalModuleReplacementPlugin(module, path.join(SOURCES, replacement));
}
