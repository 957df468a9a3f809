import { expect, it } from 'vitest';
import {
  bootstrapConfig,
  clientConfig,
  exposeChunk,
  exposesOf,
  serverConfig,
} from '../../src/build/webpack-config.ts';
import { appOf } from './fixtures/sample-app.ts';

const entries = { server: '/e/server.ts', guards: '/e/guards.ts', shareScope: '/e/share-scope.ts' };
const production = { mode: 'production' } as const;
const shell = appOf({
  name: 'shell',
  kind: 'shell',
  routes: [],
  islands: { Note: { component: './note.tsx' } },
});
const remote = appOf({
  islands: { Posts: { component: './posts.tsx' } },
  guards: { members: './members.ts' },
});

it('exposes pages, islands and guards', () => {
  expect(exposesOf(remote)).toEqual({
    './pages/blog.list': './src/pages/list.tsx',
    './islands/Posts': './posts.tsx',
    './guards/members': './members.ts',
  });
  expect(exposeChunk('./pages/blog.post')).toBe('pages.blog.post');
});

it('excludes the shared scope from the server bundle of a remote, and nothing from that of the shell', () => {
  const externals = serverConfig(remote, entries, production).externals as (RegExp | object)[];
  expect(
    ['react', 'react/jsx-runtime', '@voltframe/kit/react'].map((name) =>
      externals.some((one) => one instanceof RegExp && one.test(name)),
    ),
  ).toEqual([true, true, true]);
  expect(
    ['react-dom/server', 'zod'].filter((name) =>
      externals.some((one) => one instanceof RegExp && one.test(name)),
    ),
  ).toEqual([]);
  expect(serverConfig(shell, entries, production).externals).toEqual([]);
});

it('builds an entry and the styles of islands only for the shell', () => {
  expect(Object.keys(clientConfig(shell, entries, production).entry as object)).toEqual([
    'main',
    'islands.Note',
  ]);
  expect(clientConfig(remote, entries, production).entry).toEqual({});
});

it.each([
  ['production', true],
  ['development', false],
] as const)('minimizes a %s build: %s', (mode, minimize) => {
  for (const config of [clientConfig, bootstrapConfig])
    expect(config(shell, entries, { ...production, mode }).optimization?.minimize).toBe(minimize);
});

it('resolves shared packages from the app that imports them and from the shell', () => {
  const { rules } = clientConfig(shell, entries, production).module!;
  expect(rules).toContainEqual({
    include: entries.shareScope,
    resolve: { modules: [expect.stringMatching(/mfe-blog.node_modules$/), 'node_modules'] },
  });
});
