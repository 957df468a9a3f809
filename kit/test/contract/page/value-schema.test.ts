import { expect, test } from 'vitest';
import { isObjectSchema, valueIssue, type ValueSchema } from '../../../src/contract/page/value-schema.ts';

const of = (properties: unknown, required: unknown = []) => ({ type: 'object', properties, required });

test.each([
  ['no properties', of({})],
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
])('accepts an object with %s', (_, schema) => {
  expect(isObjectSchema(schema)).toBe(true);
});

const deep = (depth: number): unknown => (depth === 0 ? {} : { type: 'array', items: deep(depth - 1) });
const endless = Array.from({ length: 5_000 }).reduce((items: unknown) => ({ type: 'array', items }), {});
const many = Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`p${index}`, {}]));

test.each<[string, unknown]>([
  ['text instead of a schema', 'import("./evil")'],
  ['no properties', { type: 'string' }],
  ['a list', []],
  ['null', null],
  ['text in place of a property', of({ a: 'number; evil: import("./evil").Evil' })],
  ['code as a type', of({ a: { type: 'import("./evil").Evil' } })],
  ['the name of a global type', of({ a: { type: 'Window' } })],
  ['a reference', of({ a: { $ref: '#/evil' } })],
  ['an unknown keyword', of({ a: { type: 'string', description: '*/ declare const evil: 1 /*' } })],
  ['a comment on the object', { ...of({}), $comment: '/// <reference path="evil" />' }],
  ['code as a property name', of({ 'a: 1 } } declare global { interface Window': {} })],
  ['a property name with a quote', of({ "a'": {} })],
  ['a property name with a line break', of({ 'a\n/// <reference path="evil" />': {} })],
  ['a prototype', of(JSON.parse('{"__proto__":{}}'))],
  ['a literal with a line break', of({ a: { const: "'\ndeclare const evil: 1" } })],
  ['a literal with a line separator', of({ a: { const: '\u2028' } })],
  ['a literal with a bidirectional control', of({ a: { const: '\u202e' } })],
  ['a literal that is too long', of({ a: { const: 'x'.repeat(101) } })],
  ['an object as a literal', of({ a: { const: { toString: 'evil' } } })],
  ['an infinite literal', of({ a: { const: Infinity } })],
  ['no alternative', of({ a: { anyOf: [] } })],
  ['an undeclared required property', of({ a: {} }, ['b'])],
  ['a duplicate required property', of({ a: {} }, ['a', 'a'])],
  ['a text as the required properties', of({ a: {} }, 'a')],
  ['too much depth', of({ a: deep(13) })],
  ['endless depth', of({ a: endless })],
  ['too many properties', of(many)],
])('rejects %s', (_, schema) => {
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
  ['all declared properties', { count: 3, tags: ['a'], size: 'l' }, undefined],
  ['an undeclared property', { count: 3, limit: 3 }, 'limit is none of its properties (count, tags, size)'],
  ['a missing required property', {}, 'count is missing'],
  ['a property of another type', { count: '3' }, 'count is no number'],
  ['an item of another type', { count: 3, tags: [1] }, 'tags[] is no string'],
  ['an unknown alternative', { count: 3, size: 'm' }, 'size is not s'],
  ['no object', null, 'it is no object'],
])('reports the defect of a value with %s', (_, value, issue) => {
  expect(valueIssue(COUNTED as unknown as ValueSchema, value)).toBe(issue);
});
