import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Configuration } from 'webpack';
import { compileOnce } from '../../src/build/compile.ts';
import { writeEntries } from '../../src/build/generated-entries.ts';
import { browserConfig } from '../../src/build/refresh/browser-config.ts';
import { withTeamConfig } from '../../src/build/team-config.ts';
import { serverConfig } from '../../src/build/webpack-config.ts';
import { temporaryFolder } from '../temporary-folders.ts';
import { appOf } from './fixtures/sample-app.ts';

const production = { mode: 'production' } as const;
const entries = { server: '/e/server.ts', guards: '/e/guards.ts', shareScope: '/e/share-scope.ts' };

/** @returns the configurations of both sides, or the reason against the change */
function configsOf(webpack: (config: Configuration) => Configuration | void): Configuration[] | string {
  const app = appOf({ webpack });
  try {
    return [browserConfig(app, entries, production), serverConfig(app, entries, production)];
  } catch (error) {
    return (error as Error).message;
  }
}

class TeamPlugin {
  apply(): void {}
}

it.each([
  [
    'changes it',
    (config: Configuration): void => {
      config.module!.rules!.unshift({ test: /\.txt$/, type: 'asset/source' });
      config.plugins!.push(new TeamPlugin());
    },
  ],
  [
    'returns a new one',
    (config: Configuration): Configuration => ({
      ...config,
      module: { rules: [{ test: /\.txt$/, type: 'asset/source' }, ...config.module!.rules!] },
      plugins: [new TeamPlugin(), ...config.plugins!],
    }),
  ],
])('takes loaders and plugins of a team that %s', (_, change) => {
  const configs = configsOf(change);
  if (typeof configs === 'string') throw new Error(configs);
  for (const { module, plugins } of configs)
    expect([module!.rules![0], plugins!.some((plugin) => plugin instanceof TeamPlugin)]).toEqual([
      { test: /\.txt$/, type: 'asset/source' },
      true,
    ]);
});

it('tells the side and the mode', () => {
  const told: object[] = [];
  const app = appOf({ webpack: (_, build) => void told.push(build) });
  browserConfig(app, entries, { mode: 'development' });
  serverConfig(app, entries, production);
  expect(told).toEqual([
    { side: 'client', mode: 'development' },
    { side: 'server', mode: 'production' },
  ]);
});

it.each([
  ['a name of files', (config: Configuration) => void (config.output!.filename = 'x.js'), 'output.filename'],
  ['a new part of the output', (config: Configuration) => void (config.output!.clean = true), 'output.clean'],
  ['the target', (config: Configuration) => void (config.target = 'node'), 'target'],
  [
    'the containers',
    (config: Configuration) => void (config.plugins = []),
    /plugins: SourceMapDevToolPlugin, .*plugins: StableNames, .*plugins: ModuleFederationPlugin/,
  ],
  [
    'the shared scope',
    (config: Configuration) => void (config.externals = []),
    'externals: nodeModulesAreMissing',
  ],
])('refuses a change of %s by its name', (_, change, name) => {
  const reason = configsOf(change);
  expect(reason).toMatch(
    /mfe\.config\.ts: webpack\(\) removed or changed what the platform needs on the side "client": /,
  );
  expect(reason).toMatch(name);
});

it('names the shared modules that a change of the server build removed', () => {
  const app = appOf({ webpack: (config) => void (config.externals = []) });
  expect(() => serverConfig(app, entries, production)).toThrow(/externals: \/\^react\$\/, externals: /);
});

it('refuses a second React', async () => {
  const root = temporaryFolder({
    'src/page.tsx': `import { useState } from 'react'; export default useState;`,
  });
  for (const name of ['react', '@voltframe/kit'])
    mkdirSync(path.join(root, 'node_modules', name), { recursive: true });
  writeFileSync(path.join(root, 'node_modules/react/index.js'), 'export const useState = () => {};');
  writeFileSync(
    path.join(root, 'node_modules/@voltframe/kit/react.js'),
    'export const registerContentIcons = () => {};',
  );
  const app = appOf({ routes: [{ id: 'sample.page', path: '/sample', page: './src/page.tsx' }] }, root);
  const config = serverConfig(app, writeEntries(app, {}), production);
  const alias = {
    react: path.join(root, 'node_modules/react/index.js'),
    '@voltframe/kit/react': path.join(root, 'node_modules/@voltframe/kit/react.js'),
  };
  const changed = withTeamConfig(
    {
      ...app,
      config: { ...app.config, webpack: ({ resolve }) => void Object.assign(resolve!.alias!, alias) },
    },
    'server',
    { ...config, externals: [] },
  );
  await expect(compileOnce(app, changed)).rejects.toThrow('replaced the shared "react" by a copy of the app');
});
