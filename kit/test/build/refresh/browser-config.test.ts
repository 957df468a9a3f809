import type { RuleSetRule } from 'webpack';
import { expect, it } from 'vitest';
import { SCRIPT } from '../../../src/build/module-rules.ts';
import { browserConfig } from '../../../src/build/refresh/browser-config.ts';
import { clientConfig } from '../../../src/build/webpack-config.ts';
import { appOf } from '../fixtures/sample-app.ts';

const entries = { server: '/e/server.ts', guards: '/e/guards.ts', shareScope: '/e/share-scope.ts' };
const options = {
  production: { mode: 'production' },
  development: { mode: 'development' },
} as const;
const shell = appOf({ name: 'shell', kind: 'shell', routes: [] });
const remote = appOf({});

it.each([shell, remote])('leaves a production build unchanged', (app) => {
  const plain = clientConfig(app, entries, options.production);
  const config = browserConfig(app, entries, options.production);
  expect(JSON.stringify(config)).toBe(JSON.stringify(plain));
  expect(JSON.stringify(config)).not.toMatch(/"refresh"|build\/refresh/);
});

it('adds the refresh transform to a development build, also for the kit, but not for the transform itself', () => {
  const { module, resolve } = browserConfig(remote, entries, options.development);
  const rules = module!.rules as (RuleSetRule & { use: { loader: string; options: object }[] })[];
  const [own, all] = rules.filter(({ test }) => test === SCRIPT);
  expect(JSON.stringify(own!.use)).not.toContain('"refresh":true');
  expect(all!.exclude).toContain(own!.include);
  expect(all!.use[0]).toMatchObject({ options: { app: remote.config.name, root: remote.paths.root } });
  expect(all!.use[1]!.options).toMatchObject({
    jsc: { transform: { react: { runtime: 'automatic', development: true, refresh: true } } },
  });
  expect(resolve!.alias).toMatchObject({
    'react/jsx-dev-runtime': expect.stringMatching(/jsx-dev-runtime\.ts$/),
  });
});

it('starts the development build of the shell with the refresh client, and adds none to remotes', () => {
  const { main } = browserConfig(shell, entries, options.development).entry as { main: string[] };
  expect(main).toEqual([
    expect.stringMatching(/refresh\/client\/client\.ts$/),
    expect.stringMatching(/entry\.client\.tsx$/),
  ]);
  expect(browserConfig(remote, entries, options.development).entry).toEqual({});
});

it.each([shell, remote])('adds the module tables that a refresh needs to every app', (app) => {
  const { plugins } = browserConfig(app, entries, options.development);
  expect(plugins).toContainEqual(expect.objectContaining({ name: 'moduleTables' }));
});
