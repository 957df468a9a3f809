import { expect, test } from 'vitest';
import { isObjectSchema, valueIssue, type ValueSchema } from '../../../src/contract/page/value-schema.ts';

const of = (properties: unknown, required: unknown = []) => ({ type: 'object', properties, required });

test.each([
  ['nothing', of({})],
  [
    'every kind of value',
    of(
      {
        any: {},
        text: { type: 'string' },
        kind: { anyOf: [{ const: 'a' }, { const: 2 }, { const: true }, { type: 'null' }] },
        list: { type: 'array', items: { type: 'number' } },
        byName: { type: 'object', additionalProperties: { type: 'boolean' } },
        'data-inner': of({ $a_1: { type: 'string' } }, ['$a_1']),
      },
      ['text', 'kind'],
    ),
  ],
])('an object of %s may be declared', (_, schema) => {
  expect(isObjectSchema(schema)).toBe(true);
});

const deep = (depth: number): unknown => (depth === 0 ? {} : { type: 'array', items: deep(depth - 1) });
const endless = Array.from({ length: 5_000 }).reduce((items: unknown) => ({ type: 'array', items }), {});
const many = Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`p${index}`, {}]));

test.each<[string, unknown]>([
  ['text instead of a schema', 'import("./evil")'],
  ['no properties', { type: 'string' }],
  ['a list', []],
  ['nothing at all', null],
  ['text in place of a property', of({ a: 'number; evil: import("./evil").Evil' })],
  ['a type that is code', of({ a: { type: 'import("./evil").Evil' } })],
  ['a type by a name', of({ a: { type: 'Window' } })],
  ['a reference', of({ a: { $ref: '#/evil' } })],
  ['one more keyword', of({ a: { type: 'string', description: '*/ declare const evil: 1 /*' } })],
  ['a comment on the whole', { ...of({}), $comment: '/// <reference path="evil" />' }],
  ['a property that is code', of({ 'a: 1 } } declare global { interface Window': {} })],
  ['a property with a quote', of({ "a'": {} })],
  ['a property with a line', of({ 'a\n/// <reference path="evil" />': {} })],
  ['a prototype', of(JSON.parse('{"__proto__":{}}'))],
  ['a literal with a line', of({ a: { const: "'\ndeclare const evil: 1" } })],
  ['a literal with a line separator', of({ a: { const: '\u2028' } })],
  ['a literal that turns the text around', of({ a: { const: '\u202e' } })],
  ['a literal that is too long', of({ a: { const: 'x'.repeat(101) } })],
  ['a literal that is no value', of({ a: { const: { toString: 'evil' } } })],
  ['an infinite literal', of({ a: { const: Infinity } })],
  ['no alternative', of({ a: { anyOf: [] } })],
  ['a property that is needed and not there', of({ a: {} }, ['b'])],
  ['a property that is needed twice', of({ a: {} }, ['a', 'a'])],
  ['what is needed as text', of({ a: {} }, 'a')],
  ['more depth than anybody reads', of({ a: deep(13) })],
  ['endless depth', of({ a: endless })],
  ['more than anybody declares', of(many)],
])('what no declaration is: %s', (_, schema) => {
  expect(isObjectSchema(schema)).toBe(false);
});

const COUNTED = {
  type: 'object',
  properties: {
    count: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' } },
    size: { anyOf: [{ const: 's' }, { const: 'l' }] },
  },
  required: ['count'],
} as const satisfies ValueSchema;

test.each<[string, unknown, string | undefined]>([
  ['as declared', { count: 3, tags: ['a'], size: 'l' }, undefined],
  [
    'a property that is not declared',
    { count: 3, limit: 3 },
    'limit is none of its properties (count, tags, size)',
  ],
  ['none that is required', {}, 'count is missing'],
  ['one of another type', { count: '3' }, 'count is no number'],
  ['an item of another type', { count: 3, tags: [1] }, 'tags[] is no string'],
  ['none of the values', { count: 3, size: 'm' }, 'size is not s'],
  ['no object', null, 'it is no object'],
])('of a value with %s', (_, value, issue) => {
  expect(valueIssue(COUNTED as unknown as ValueSchema, value)).toBe(issue);
});
