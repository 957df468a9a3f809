import path from 'node:path';
import { expect, it } from 'vitest';
import { stableMap, withInlineMaps } from '../../../src/build/release/source-map.ts';
import { appPaths } from '../../../src/build/app-paths.ts';
import { appOf } from '../fixtures/sample-app.ts';

const KIT = path.resolve(import.meta.dirname, '../../..');
const named = (source: string, root = '/checkouts/ada/site/mfe-blog') => {
  const map = {
    sources: [source],
    mappings: 'AAAA',
    sourcesContent: ['secret'],
    names: ['x'],
    file: '/checkouts/ada/x.js',
  };
  return JSON.parse(String(stableMap(Buffer.from(JSON.stringify(map)), root))) as { sources: string[] };
};

it.each([
  ['/checkouts/ada/site/mfe-blog/src/home.tsx', 'src/home.tsx'],
  ['/checkouts/ada/site/mfe-blog/src/home.tsx?a1b2', 'src/home.tsx'],
  ['/checkouts/ada/site/mfe-blog/src/home.tsx*', 'src/home.tsx'],
  ['/checkouts/ada/site/mfe-blog/.cache/entries/server.ts', 'generated'],
  ['/checkouts/ada/site/node_modules/.pnpm/react@19/node_modules/react/index.js', 'react/index.js'],
  ['javascript/esm|/checkouts/ada/site/node_modules/react-aria/chain.mjs', 'react-aria/chain.mjs'],
  ['javascript/checkouts/ada/site/node_modules/react-aria/chain.mjs', 'react-aria/chain.mjs'],
  [`${KIT}/src/react/link.tsx`, '@voltframe/kit/src/react/link.tsx'],
  ['/checkouts/ada/other.ts', 'generated'],
  ['/checkouts/ada/site/mfe-blog/node_modules/.federation/entry.8f3ebf53ea16261d.js', 'generated'],
  ['webpack/runtime/define', 'generated'],
])('names the source %s as its author does: %s', (source, name) => {
  expect(named(source).sources).toEqual([name]);
});

it('contains positions only, without texts of sources and paths of the machine', () => {
  expect(named('/checkouts/ada/site/mfe-blog/src/home.tsx')).toEqual({
    version: 3,
    sources: ['src/home.tsx'],
    names: [],
    mappings: 'AAAA',
  });
});

const app = { ...appOf({}), paths: appPaths('/apps/blog') };
const { name } = app.config;
const LINE = /\n\/\/# sourceMappingURL=data:application\/json;charset=utf-8;base64,([\w+/=]+)\n$/;

function inline(...sources: string[]): string {
  const map = {
    version: 3,
    sources,
    sourcesContent: sources.map((source) => `text of ${source}`),
    names: ['List'],
    mappings: 'AAAA',
  };
  const compiled = {
    files: new Map([['page.js', Buffer.from('code')]]),
    maps: new Map([['page.js', Buffer.from(JSON.stringify(map))]]),
    hashed: new Set<string>(),
    groups: new Map(),
    lateCss: new Map(),
    importers: new Map(),
    largest: [],
    consumed: new Set<string>(),
    libraries: new Map<string, string[]>(),
  };
  return String(withInlineMaps(app, compiled).files.get('page.js'));
}

it("appends the map to a script, with the text of the app's sources and without that of packages", () => {
  const script = inline('/apps/blog/src/list.tsx', '/apps/blog/node_modules/zod/index.js');
  expect(script.startsWith('code\n')).toBe(true);
  expect(JSON.parse(atob(LINE.exec(script)![1]!))).toEqual({
    version: 3,
    sources: [`webpack://${name}/src/list.tsx`, `webpack://${name}/zod/index.js`],
    sourcesContent: ['text of /apps/blog/src/list.tsx', null],
    names: ['List'],
    mappings: 'AAAA',
  });
});

it.each([
  ['of a package', '/apps/blog/node_modules/react/index.js'],
  ['that is generated', 'webpack/runtime'],
])('leaves a script %s unchanged', (_, source) => {
  expect(inline(source)).toBe('code');
});
