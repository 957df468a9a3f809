import path from 'node:path';
import { expect, it } from 'vitest';
import { stableMap } from '../../../src/build/release/source-map.ts';

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
  [`${KIT}/src/react/link.tsx`, '@voltframe/kit/src/react/link.tsx'],
  ['/checkouts/ada/other.ts', 'generated'],
  ['/checkouts/ada/site/mfe-blog/node_modules/.federation/entry.8f3ebf53ea16261d.js', 'generated'],
  ['webpack/runtime/define', 'generated'],
])('names %s as its author would', (source, name) => {
  expect(named(source).sources).toEqual([name]);
});

it('holds positions and nothing else: no text of a source, no place of the machine', () => {
  expect(named('/checkouts/ada/site/mfe-blog/src/home.tsx')).toEqual({
    version: 3,
    sources: ['src/home.tsx'],
    names: [],
    mappings: 'AAAA',
  });
});
