import { expect, it } from 'vitest';
import { appPaths } from '../../../src/build/app-paths.ts';
import { withInlineMaps } from '../../../src/build/refresh/inline-maps.ts';
import { appOf } from '../fixtures/sample-app.ts';

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
  };
  return String(withInlineMaps(app, compiled).files.get('page.js'));
}

it('ends a script with its map: the sources by their names and with their text, those of packages without', () => {
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
])('leaves a script %s alone as it is', (_, source) => {
  expect(inline(source)).toBe('code');
});
