import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../../src/build/app-paths.ts';
import type { SiteContract } from '../../../src/contract/release/site-contract.ts';
import {
  isSynced,
  readSiteLock,
  SITE_LOCK,
  SITE_TYPES,
  writeSiteFiles,
} from '../../../src/cli/workspace/site-files.ts';
import { temporaryFolder, writeFiles } from '../../temporary-folders.ts';

const SITE = {
  pages: { '/': 'marketing' },
  resources: {},
  islands: { LatestPosts: 'blog' },
  islandProps: {
    LatestPosts: { type: 'object', properties: { count: { type: 'number' } }, required: [] },
  },
  guards: {},
  places: ['terms'],
  shared: { react: '19.3.1' },
  tokens: ['--ink'],
  icons: [] as string[],
} satisfies SiteContract;

function app(): App {
  const root = temporaryFolder();
  const config = { name: 'legal', routes: [{ id: 'legal.terms', path: '/terms', page: './terms.tsx' }] };
  return { config, paths: { root } } as unknown as App;
}

test('reads the written lock file, and writes the pages of the app into the types', () => {
  const one = app();
  expect([isSynced(one), readSiteLock(one.paths.root)]).toEqual([false, undefined]);
  expect(writeSiteFiles(one, SITE)).toBe(true);
  expect([isSynced(one), readSiteLock(one.paths.root)]).toEqual([true, SITE]);
  expect(readFileSync(path.join(one.paths.root, SITE_TYPES), 'utf8')).toContain("| '/terms'");
});

test('reads a lock file of an earlier kit without props, tokens and icons', () => {
  const { paths } = app();
  const { islandProps: _, tokens: __, icons: ___, ...earlier } = SITE;
  writeFileSync(path.join(paths.root, SITE_LOCK), JSON.stringify(earlier));
  expect(readSiteLock(paths.root)).toEqual({ ...SITE, islandProps: {}, tokens: [] });
});

test("writes only the icons of the app's sources and content into the lock file", () => {
  const one = app();
  writeFiles(one.paths.root, {
    'src/pages/one.txt': `<Icon name="lucide:globe" />`,
    'content/one.txt': 'icon: lucide:radio',
  });
  const icons = ['lucide:arrow-right', 'lucide:globe', 'lucide:radio'];
  writeSiteFiles(one, { ...SITE, icons });
  expect(readSiteLock(one.paths.root)?.icons).toEqual(['lucide:globe', 'lucide:radio']);
  const types = readFileSync(path.join(one.paths.root, SITE_TYPES), 'utf8');
  expect(types).toContain("| 'lucide:arrow-right'\n      | 'lucide:globe'\n      | 'lucide:radio';");
});

test('writes no file for the same site, and both for another site', () => {
  const one = app();
  writeSiteFiles(one, SITE);
  expect(writeSiteFiles(one, SITE)).toBe(false);
  expect(writeSiteFiles(one, { ...SITE, pages: {} })).toBe(true);
  expect(readdirSync(one.paths.root).toSorted()).toEqual([SITE_TYPES, SITE_LOCK].toSorted());
});

test.each(['', '{', '{"pages":{}}', '{"pages":{"/":7}}', 'null'])(
  'rejects the lock file %j by name',
  (text) => {
    const { paths } = app();
    writeFileSync(path.join(paths.root, SITE_LOCK), text);
    expect(() => readSiteLock(paths.root)).toThrow(
      expect.objectContaining({ code: 'CLI_LOCK_INVALID', message: expect.stringContaining(SITE_LOCK) }),
    );
  },
);
