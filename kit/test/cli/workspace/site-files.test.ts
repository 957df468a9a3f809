import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import type { App } from '../../../src/build/app-paths.ts';
import type { ValueSchema } from '../../../src/contract/page/value-schema.ts';
import type { SiteContract } from '../../../src/contract/release/site-contract.ts';
import {
  isSynced,
  literalText,
  readSiteLock,
  SITE_LOCK,
  SITE_TYPES,
  siteTypesText,
  typeText,
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

test.each(['{', '{"pages":{}}'])('rejects the lock file %j by name', (text) => {
  const { paths } = app();
  writeFileSync(path.join(paths.root, SITE_LOCK), text);
  expect(() => readSiteLock(paths.root)).toThrow(
    expect.objectContaining({ code: 'CLI_LOCK_INVALID', message: expect.stringContaining(SITE_LOCK) }),
  );
});

const NONE = {
  pages: {},
  resources: {},
  islands: {},
  islandProps: {},
  guards: {},
  places: [],
  shared: {},
  tokens: [],
  icons: [],
};
const BARE = { name: 'legal', routes: [] };

test('writes the tokens of the site, and never for a site without islands', () => {
  const types = siteTypesText({ ...NONE, tokens: ['--ink'] }, BARE, []);
  expect(types).toContain("token: \n      | '--ink';");
  expect(types).toContain('island: never;');
});

test('writes the names and paths of personal data, if the app has any', () => {
  const account = { paths: ['/me', '/orders/*', '/carts/**'], methods: ['GET' as const] };
  const types = siteTypesText(NONE, { ...BARE, personal: { account } }, []);
  expect(types).toContain("personal: \n      | 'account';");
  expect(types).toContain(
    "| '/carts'\n      | '/me'\n      | `/carts/${string}`\n      | `/orders/${string}`;",
  );
  expect(siteTypesText(NONE, BARE, [])).not.toContain('personal');
});

test('writes the icons of the site as a difference from those of the kit, if the site lists icons', () => {
  const icons = ['lucide:arrow-right', 'lucide:globe', 'simple-icons:github'];
  expect(siteTypesText({ ...NONE, icons }, BARE, ['lucide:globe', 'lucide:gone'])).toContain(
    "icon: Exclude<KitIcon, \n      | 'lucide:gone'> | 'lucide:arrow-right' | 'simple-icons:github';",
  );
  expect(siteTypesText(NONE, BARE, [])).not.toContain('icon:');
});

/** Names that would close a string, a template, a comment, a member or a module. */
const ATTACKS = [
  "a'; evil",
  'a`; evil: import("./evil").Evil; `',
  "x'\n    }\n  }\n  declare global { interface Window { evil: 1 } }\n  //",
  '\\',
  "\\'; } } export declare const evil: 1; //",
  '*/ declare const evil: 1 /*',
  '\n/// <reference path="/etc/passwd" />',
  "\u2028'; declare const evil: 1",
  '${import("./evil")}',
  '/`${import("evil")}/:a',
];

test.each(ATTACKS)('quotes every name: %j', (name) => {
  const record = { [name]: 'x' };
  const schema = { type: 'object', properties: { [name]: { const: name } }, required: [] } as const;
  const hostile = siteTypesText(
    {
      pages: { [name]: 'x', [`/${name}/:a`]: 'x' },
      resources: record,
      islands: record,
      islandProps: { [name]: { ...schema, required: [] } },
      guards: record,
      places: [name],
      shared: record,
      tokens: [name],
      icons: [name, `lucide:${name}`, `${name}:globe`, 'lucide:globe'],
    },
    BARE,
    [],
  );
  const { program, errors, comments } = parseSync('mfe-env.d.ts', hostile);
  expect(errors).toEqual([]);
  expect(comments).toHaveLength(1);
  expect(program.body.map(({ type }) => type)).toEqual(['ImportDeclaration', 'TSModuleDeclaration']);
  const inside = JSON.stringify(program);
  expect(
    inside.match(/"type":"(TSImportType|VariableDeclaration|TSGlobal\w*|ImportExpression)"/g),
  ).toBeNull();
  expect(inside.match(/"type":"TSInterfaceDeclaration"/g)).toHaveLength(1);
});

const TYPES: [schema: ValueSchema, text: string][] = [
  [{}, 'unknown'],
  [{ type: 'string' }, 'string'],
  [{ type: 'null' }, 'null'],
  [{ const: "it's" }, "'it\\'s'"],
  [{ const: 7 }, '7'],
  [{ const: false }, 'false'],
  [{ anyOf: [{ const: 'a' }, { type: 'null' }] }, "('a' | null)"],
  [{ type: 'array', items: { type: 'string' } }, 'readonly string[]'],
  [
    { type: 'array', items: { type: 'array', items: { anyOf: [{ const: 1 }, { const: 2 }] } } },
    'readonly (readonly (1 | 2)[])[]',
  ],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [{ type: 'object', properties: {}, required: [] }, 'Record<string, never>'],
  [
    { type: 'object', properties: { a: { type: 'string' }, 'data-b': {} }, required: ['a'] },
    "{ 'a': string; 'data-b'?: unknown }",
  ],
];

test.each(TYPES)('converts %j to the type %s', (schema, type) => {
  expect(typeText(schema)).toBe(type);
});

test.each(['plain', "'", '"', '\\', '\n\r\t', '\u2028\u2029', '`${x}`', '\0'])(
  'writes a literal with the value of %j',
  (value) => {
    const literal = literalText(value);
    expect(literal).toMatch(/^'[^\n\r\u2028\u2029]*'$/);
    const inner = literal.slice(1, -1).replaceAll("\\'", "'").replaceAll('"', '\\"');
    expect(JSON.parse(`"${inner}"`)).toBe(value);
  },
);
