import { expect, test } from 'vitest';
import { literalText, typeText } from '../../../src/cli/output/type-text.ts';
import type { ValueSchema } from '../../../src/contract/page/value-schema.ts';

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

test.each(TYPES)('%j is the type %s', (schema, text) => {
  expect(typeText(schema)).toBe(text);
});

test.each(['plain', "'", '"', '\\', '\n\r\t', '\u2028\u2029', '`${x}`', '\0'])(
  'the literal of %j has that value',
  (value) => {
    const literal = literalText(value);
    expect(literal).toMatch(/^'[^\n\r\u2028\u2029]*'$/);
    const inner = literal.slice(1, -1).replaceAll("\\'", "'").replaceAll('"', '\\"');
    expect(JSON.parse(`"${inner}"`)).toBe(value);
  },
);
