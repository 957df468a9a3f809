import { readFileSync, statSync, utimesSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientPage, layoutsOf, writeEntries } from '../../src/build/generated-entries.ts';
import { appOf } from './fixtures/sample-app.ts';
import { temporaryFolder } from '../temporary-folders.ts';

const root = temporaryFolder();
const config = {
  routes: [
    { id: 'blog.list', path: '/blog', page: './list.tsx', server: './list.server.ts' },
    { id: 'blog.post', path: '/blog/:slug', page: './post.tsx' },
  ],
  islands: { Posts: { component: './posts.tsx', server: './posts.server.ts' } },
  guards: { members: './members.ts' },
  resources: {
    '/blog/feed.xml': './feed.ts',
    '/blog/list.json': { module: './list.json.ts', query: ['tag'] },
  },
};
const texts = (parts: object) => {
  const { server, guards } = writeEntries(appOf({ ...config, ...parts }, root), {});
  return { server: readFileSync(server, 'utf8'), guards: readFileSync(guards, 'utf8') };
};

it('writes every page, island, guard and resource of the config into the server bundle, by its id', () => {
  const { server } = texts({});
  for (const line of [
    `"blog.list": () => ({ Component: require("../../list.tsx").default, server: require("../../list.server.ts") }),`,
    `"blog.post": () => ({ Component: require("../../post.tsx").default, server: {} }),`,
    `"Posts": () => ({ Component: require("../../posts.tsx").default, loader: require("../../posts.server.ts").loader }),`,
    `"members": () => (require("../../members.ts").default),`,
    `"/blog/feed.xml": () => (require("../../feed.ts").default),`,
    `"/blog/list.json": () => (require("../../list.json.ts").default),`,
  ])
    expect(server).toContain(line);
});

it('puts the module of the app and the layouts of a route around its page, in both bundles', () => {
  const page = { id: 'blog.post', path: '/blog/:slug', page: './post.tsx', layout: ['./a.tsx', './b.tsx'] };
  const app = appOf(
    { ...config, app: './app.tsx', routes: [page, { ...page, id: 'blog.top', layout: './a.tsx' }] },
    root,
  );
  const { server } = writeEntries(app, {});
  expect(readFileSync(server, 'utf8')).toContain(
    `"blog.top": () => ({ Component: require("../../post.tsx").default, server: {}, layouts: [require("../../app.tsx").default, require("../../a.tsx").default] }),`,
  );
  const [post, top] = app.config.routes as [typeof page, typeof page];
  expect([post, top].map((route) => layoutsOf(app.config, route))).toEqual([
    ['./app.tsx', './a.tsx', './b.tsx'],
    ['./app.tsx', './a.tsx'],
  ]);
  expect(readFileSync(clientPage(app, top), 'utf8')).toBe(`import layout0 from "../../app.tsx";
import layout1 from "../../a.tsx";
export { default } from "../../post.tsx";
export const layouts = [layout0, layout1];
`);
});

it('keeps the page that requires personal data inside of its layouts', () => {
  const page = { id: 'blog.me', path: '/blog/me', page: './me.tsx', layout: './a.tsx', requires: 'account' };
  const personal = { account: { paths: ['/me'], methods: ['GET'], signIn: 'blog.list' } };
  const app = appOf({ ...config, routes: [...config.routes, page], personal } as never, root);
  writeEntries(app, {});
  expect(readFileSync(clientPage(app, page), 'utf8')).toContain(
    'export { default } from "./requiring.blog.me.ts";',
  );
});

it('writes the guards of the shell for the browser, and the renderer only for the shell', () => {
  expect(texts({}).guards).toContain('export default { "members": guard0 };');
  expect(texts({}).server).not.toContain('createRenderer');
  expect(texts({ name: 'shell', kind: 'shell' }).server).toContain('export { shared, createRenderer }');
});

it('registers the icons that content names', () => {
  const icons = { 'lucide:x': { body: '<path/>', width: 24, height: 24 } };
  const { server } = writeEntries(appOf(config, root), icons);
  expect(readFileSync(server, 'utf8')).toContain(`registerContentIcons(${JSON.stringify(icons)});`);
});

it('quotes names, so that no name is executed as code', () => {
  const { server } = texts({ resources: { '/"];evil(': './feed.ts' } });
  expect(server).toContain(String.raw`"/\"];evil(": () => (require("../../feed.ts").default),`);
});

it('does not rewrite an unchanged entry, so that a watching build does not start again', () => {
  const { server } = writeEntries(appOf(config, root), {});
  utimesSync(server, 1, 1);
  writeEntries(appOf(config, root), {});
  expect(statSync(server).mtimeMs).toBe(1000);
  writeEntries(appOf({ ...config, guards: {} }, root), {});
  expect(statSync(server).mtimeMs).not.toBe(1000);
});

it('tells layouts how much of the path all of their pages have', () => {
  const route = (path: string, ...layout: string[]) => ({
    id: path.slice(1).replaceAll(/\W+/g, '-'),
    path,
    page: './post.tsx',
    layout,
  });
  const routes = [
    route('/blog/desk', './a.tsx'),
    route('/blog/desk/:id/notes', './a.tsx', './b.tsx'),
    route('/blog/desk/:id', './a.tsx', './b.tsx'),
    route('/blog/about', './c.tsx'),
    route('/blog'),
  ];
  const app = appOf({ ...config, app: './app.tsx', routes }, root);
  const { server } = writeEntries(app, {});
  const module = (file: string): string => `require("../../${file}").default`;
  const text = readFileSync(server, 'utf8');
  expect(text).toContain(`import { layoutAt } from '@voltframe/kit/react/layout-at';`);
  for (const layouts of [
    `layoutAt(${module('app.tsx')}, 1), layoutAt(${module('a.tsx')}, 2)]`,
    `layoutAt(${module('app.tsx')}, 1), layoutAt(${module('a.tsx')}, 2), layoutAt(${module('b.tsx')}, 3)]`,
    `layoutAt(${module('app.tsx')}, 1), ${module('c.tsx')}]`,
    `layoutAt(${module('app.tsx')}, 1)]`,
  ])
    expect(text).toContain(`layouts: [${layouts}`);
  expect(readFileSync(clientPage(app, routes[1]!), 'utf8')).toContain(
    'export const layouts = [layoutAt(layout0, 1), layoutAt(layout1, 2), layoutAt(layout2, 3)];',
  );
});
