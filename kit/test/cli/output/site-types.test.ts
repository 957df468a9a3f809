import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { siteTypesText, literalText, typeText } from '../../../src/cli/output/site-types.ts';
import type { ObjectSchema, ValueSchema } from '../../../src/contract/page/value-schema.ts';

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
const OWN_NONE = { pages: [], islands: [], islandProps: {}, guards: [], icons: [] };
const count: ObjectSchema = { type: 'object', properties: { count: { type: 'number' } }, required: [] };
const text = siteTypesText(
  {
    ...NONE,
    pages: { '/': 'marketing', '/blog/:slug': 'blog' },
    resources: { '/blog/feed.xml': 'blog' },
    islands: { LatestPosts: 'blog' },
    islandProps: { LatestPosts: count },
    guards: { members: 'club' },
    places: ['terms'],
    tokens: ['--ink'],
    icons: ['lucide:arrow-right', 'lucide:globe', 'simple-icons:github'],
  },
  {
    pages: ['/terms'],
    islands: ['TermsNote'],
    islandProps: { TermsNote: count },
    guards: ['staff'],
    icons: ['lucide:globe', 'lucide:gone'],
  },
);

test('writes unions of the pages, resources, islands and guards of the site and of the app', () => {
  expect(text).toContain(
    "page: \n      | '/'\n      | '/blog/feed.xml'\n      | '/terms'\n      | `/blog/${string}`;",
  );
  expect(text).toContain("island: \n      | 'LatestPosts'\n      | 'TermsNote';");
  expect(text).toContain("guard: \n      | 'members'\n      | 'staff';");
  expect(text).toContain("place: \n      | 'terms';\n    token: \n      | '--ink';");
});

test('writes the names and paths of personal data, if the app has any', () => {
  const personal = { account: { paths: ['/me', '/orders/*', '/carts/**'] } };
  const types = siteTypesText(NONE, { ...OWN_NONE, personal });
  expect(types).toContain("personal: \n      | 'account';");
  expect(types).toContain(
    "| '/carts'\n      | '/me'\n      | `/carts/${string}`\n      | `/orders/${string}`;",
  );
  expect(siteTypesText(NONE, OWN_NONE)).not.toContain('personal');
});

test('writes the icons of the site as a difference from those of the kit, if the site lists icons', () => {
  expect(text).toContain(
    "icon: Exclude<KitIcon, \n      | 'lucide:gone'> | 'lucide:arrow-right' | 'simple-icons:github';",
  );
  expect(siteTypesText(NONE, OWN_NONE)).not.toContain('icon:');
});

test('writes the declared props of islands', () => {
  expect(text).toContain(
    "islandProps: {\n      'LatestPosts': { 'count'?: number };\n      'TermsNote': { 'count'?: number };\n    };",
  );
});

test('writes never for a site without islands', () => {
  expect(siteTypesText(NONE, { ...OWN_NONE, pages: ['/'] })).toContain('island: never;');
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
    OWN_NONE,
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
