import { expect, it, vi } from 'vitest';
import { createAppRuntimes } from '../../../../src/build/refresh/client/app-runtimes.ts';
import { createPageFiles } from '../../../../src/build/refresh/client/page-files.ts';
import type { WebpackRequire } from '../../../../src/build/refresh/client/exchange-modules.ts';

const file = (app: string, name: string) => ({
  [`/assets/${app}/${name}.js`]: `/-/refresh/${app}/${name}.0000000002.js`,
});

function open() {
  const loaded: string[] = [];
  const load = vi.fn<(chunk: string, promises: Promise<unknown>[]) => void>();
  const webpack = Object.assign((() => {}) as never, { m: {}, c: {}, f: { j: load } }) as WebpackRequire;
  const files = createPageFiles({});
  const importModules = async (address: string) => (loaded.push(address), { [address]: () => {} });
  const apps = createAppRuntimes({ files, importModules, isComponent: () => true });
  return { apps, files, webpack, loaded, load };
}

it('reports an app that enters the page older than its build', () => {
  const { apps, files, webpack } = open();
  expect(apps.adopt('legal', webpack)).toBe(false);
  files.take(file('blog', 'page'));
  expect(apps.adopt('blog', { ...webpack } as WebpackRequire)).toBe(true);
});

it('loads each newer script once, and none of apps outside the page', async () => {
  const { apps, files, webpack, loaded } = open();
  files.take({ ...file('blog', 'page'), ...file('legal', 'terms') });
  apps.adopt('blog', webpack);
  for (const app of ['blog', 'blog', 'legal']) expect(await apps.update(app, {})).toBeUndefined();
  expect(loaded).toEqual(['/-/refresh/blog/page.0000000002.js']);
});

it('loads chunks that the page did not need before from the newest build', async () => {
  const { apps, files, webpack, loaded, load } = open();
  apps.adopt('blog', webpack);
  files.take(file('blog', 'late'));
  const promises: Promise<unknown>[] = [];
  webpack.f!.j!('late', promises);
  webpack.f!.j!('other', promises);
  await Promise.all(promises);
  expect(loaded).toEqual(['/-/refresh/blog/late.0000000002.js']);
  expect(Object.keys(webpack.m)).toEqual(loaded);
  expect(load).toHaveBeenCalledExactlyOnceWith('other', promises);
});
