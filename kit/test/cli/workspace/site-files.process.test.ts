import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { siteTypesText } from '../../../src/cli/workspace/site-files.ts';
import type { MfeConfig } from '../../../src/contract/release/mfe-config.ts';
import type { SiteContract } from '../../../src/contract/release/site-contract.ts';

const kit = realpathSync(path.resolve(import.meta.dirname, '../../..'));
// Inside the kit, so that the module imports the kit by its name.
const folder = mkdtempSync(path.join(kit, '.tmp-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SITE: SiteContract = {
  pages: { '/': 'marketing', '/blog': 'blog', '/blog/:slug': 'blog' },
  resources: { '/feed.xml': 'blog' },
  islands: { LatestPosts: 'blog' },
  islandProps: {
    LatestPosts: {
      type: 'object',
      properties: { kind: { anyOf: [{ const: 'new' }, { const: 'old' }] }, count: { type: 'number' } },
      required: ['kind'],
    },
  },
  guards: { members: 'club' },
  places: ['terms'],
  shared: {},
  tokens: [],
  icons: ['lucide:globe', 'simple-icons:github'],
};
const OWN: MfeConfig = {
  name: 'legal',
  routes: [{ id: 'legal.terms', path: '/terms', page: './terms.tsx' }],
  islands: { Loose: { component: '' }, Own: { component: '', props: z.object({ n: z.number() }) } },
  guards: { own: '' },
};
const TYPES = siteTypesText(
  SITE,
  OWN,
  ['a', 'b', 'c', 'd', 'e'].map((name) => `lucide:${name}`),
);

const GOOD = [
  '<Link to="/blog" />',
  '<Link to="/blog?tag=react#top" />',
  '<Link to={`/blog/${slug}`} />',
  '<Link to="/feed.xml" />',
  '<Link to="/terms" />',
  '<Link to="#top" />',
  '<Link to="?page=2" />',
  '<Link to="https://example.org/" external />',
  '<Link to="mailto:a@example.org" />',
  'navigate("/blog")',
  '<Island name="LatestPosts" props={{ kind: "new" }} />',
  '<Island name="LatestPosts" props={{ kind: "old", count: 3 }} fallback="wait" />',
  '<Island name="Loose" />',
  '<Island name="Own" props={{ n: 1 }} />',
  '<Icon name="lucide:globe" />',
  '<Icon name={slug as SiteIcon} />',
  '<Island name="Loose" props={{ anything: [1] }} />',
  'defineMfe({ name: "legal", routes: [], navigation: { terms: LINK } })',
  'defineMfe({ name: "legal", routes: [], rules: { "/terms/**": { guards: ["members", "own"] } } })',
  'defineMfe({ name: "legal", routes: [], rules: { "/terms/**": { guards: { members: false } } } })',
];
const BAD = [
  '<Link to="/blogs" />',
  '<Link to={`/post/${slug}`} />',
  '<Link to="/terms/old" />',
  '<Link to="javascript:alert(1)" />',
  'navigate("/gone")',
  '<Island name="LatestNews" />',
  '<Icon name="lucide:glob" />',
  '<Icon name="simple-icons:globe" />',
  '<Icon name={slug} />',
  '<Island name="LatestPosts" />',
  '<Island name="Own" props={{ n: "1" }} />',
  '<Island name="LatestPosts" props={{ count: 3 }} />',
  '<Island name="LatestPosts" props={{ kind: "newest" }} />',
  '<Island name="LatestPosts" props={{ kind: "new", amount: 3 }} />',
  'defineMfe({ name: "legal", routes: [], navigation: { imprint: LINK } })',
  'defineMfe({ name: "legal", routes: [], rules: { "/terms/**": { guards: ["staff"] } } })',
  'defineMfe({ name: "legal", routes: [], rules: { "/terms/**": { guards: { staff: false } } } })',
];

/** @param name of the project. @returns the lines of the compiler with an error. */
async function typeErrors(name: string, config: object): Promise<string[]> {
  const project = path.join(folder, `${name}.json`);
  writeFileSync(project, JSON.stringify(config));
  const tsc = createRequire(import.meta.url).resolve('typescript/package.json');
  const argv = [path.join(path.dirname(tsc), 'bin/tsc'), '--project', project, '--pretty', 'false'];
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, [...argv, '--noEmit'], { cwd: folder }, (_, out) => done(out));
  });
  return output.split('\n').filter((line) => line.includes('error'));
}

/** @returns the lines of the module with type errors. */
async function errorLines(name: string, types: string): Promise<number[]> {
  const all = [...GOOD, ...BAD];
  const head = [
    `import { Icon, Island, Link, navigate, type SiteIcon } from '@voltframe/kit/react';`,
    `import { defineMfe } from '@voltframe/kit/contract/release/mfe-config';`,
    `const LINK = { route: 'legal.terms', label: 'Terms' };`,
    'export const of = (slug: string) => [',
  ];
  const source = [...head, ...all.map((expression) => `${expression},`), '];', ''].join('\n');
  const at = (file: string): string => path.join(folder, name + file);
  writeFileSync(at('-env.d.ts'), types);
  writeFileSync(at('.tsx'), source);
  const errors = await typeErrors(name, {
    extends: '../../tsconfig.base.json',
    files: [`${name}.tsx`, `${name}-env.d.ts`],
  });
  const lines = errors.map((line) => Number(/\((\d+),/.exec(line)?.[1]) - head.length);
  expect(errors.filter((line) => !line.startsWith(`${name}.tsx`))).toEqual([]);
  return [...new Set(lines)];
}

let [synced, bare]: number[][] = [[], []];
beforeAll(async () => {
  synced = await errorLines('synced', TYPES);
  bare = await errorLines('bare', 'export {};');
});

test('makes an unknown link, island, prop, place, guard or icon a type error, and no known one', () => {
  expect(synced).toEqual(BAD.map((_, index) => GOOD.length + index + 1));
});

// As in the checkout of the site, where an app imports the sources of the kit.
test('makes nothing in the sources of the kit a type error', async () => {
  const personal: MfeConfig['personal'] = { account: { paths: ['/me'], methods: ['GET'] } };
  writeFileSync(path.join(folder, 'kit-env.d.ts'), siteTypesText(SITE, { ...OWN, personal }, []));
  const files = ['kit-env.d.ts', '../src/react/shared.ts'];
  const include = ['../src/react'];
  expect(await typeErrors('kit', { extends: '../tsconfig.json', files, include })).toEqual([]);
});

test('accepts every name without the types of the site', () => {
  expect(bare).toEqual([]);
});
