import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteTypesText } from '../../../src/cli/output/site-types.ts';

const kit = realpathSync(path.resolve(import.meta.dirname, '../../..'));
// Inside the kit: it is imported by its name, as an app imports it.
const folder = mkdtempSync(path.join(kit, '.tmp-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TYPES = siteTypesText(
  {
    pages: { '/': 'marketing', '/blog': 'blog', '/blog/:slug': 'blog' },
    resources: { '/blog/feed.xml': 'blog' },
    islands: { LatestPosts: 'blog' },
    guards: {},
    places: [],
    shared: {},
  },
  { pages: ['/terms'], islands: [] },
);

const GOOD = [
  '<Link to="/blog" />',
  '<Link to="/blog?tag=react#top" />',
  '<Link to={`/blog/${slug}`} />',
  '<Link to="/blog/feed.xml" />',
  '<Link to="/terms" />',
  '<Link to="#top" />',
  '<Link to="?page=2" />',
  '<Link to="https://example.org/" external />',
  '<Link to="mailto:a@example.org" />',
  'navigate("/blog")',
  '<Island name="LatestPosts" />',
];
const BAD = [
  '<Link to="/blogs" />',
  '<Link to={`/post/${slug}`} />',
  '<Link to="/terms/old" />',
  '<Link to="javascript:alert(1)" />',
  'navigate("/gone")',
  '<Island name="LatestNews" />',
];

/** @returns lines of the module that the compiler complains about. */
async function complaints(name: string, types: string): Promise<number[]> {
  const all = [...GOOD, ...BAD];
  const head = [
    `import { Island, Link, navigate } from '@voltframe/kit/react';`,
    'export const of = (slug: string) => [',
  ];
  const source = [...head, ...all.map((expression) => `${expression},`), '];', ''].join('\n');
  const at = (file: string): string => path.join(folder, name + file);
  writeFileSync(at('-env.d.ts'), types);
  writeFileSync(at('.tsx'), source);
  const config = { extends: '../../tsconfig.base.json', files: [`${name}.tsx`, `${name}-env.d.ts`] };
  writeFileSync(at('.json'), JSON.stringify(config));
  const tsc = createRequire(import.meta.url).resolve('typescript/package.json');
  const argv = [path.join(path.dirname(tsc), 'bin/tsc'), '--project', at('.json'), '--pretty', 'false'];
  const said = await new Promise<string>((done) => {
    execFile(process.execPath, [...argv, '--noEmit'], { cwd: folder }, (_, out) => done(out));
  });
  const found = said.split('\n').filter((line) => line.includes('error'));
  const lines = found.map((line) => Number(/\((\d+),/.exec(line)?.[1]) - head.length);
  expect(found.filter((line) => !line.startsWith(`${name}.tsx`))).toEqual([]);
  return [...new Set(lines)];
}

let [synced, bare]: number[][] = [[], []];
beforeAll(async () => {
  synced = await complaints('synced', TYPES);
  bare = await complaints('bare', 'export {};');
});

test('with the types of the site, a link or an island that is not there is a type error, and no other', () => {
  expect(synced).toEqual(BAD.map((_, index) => GOOD.length + index + 1));
});

test('without them every name is as good as another', () => {
  expect(bare).toEqual([]);
});
