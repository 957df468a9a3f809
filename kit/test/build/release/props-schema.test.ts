import { expect, test } from 'vitest';
import { z } from 'zod';
import { propsSchema } from '../../../src/build/release/props-schema.ts';

const DECLARED = z.strictObject({
  count: z.int().min(1).max(6).optional(),
  kind: z.enum(['new', 'old']),
  tags: z.array(z.string()).default([]),
  note: z.string().nullable(),
  only: z.literal('x'),
  byName: z.record(z.string(), z.boolean()),
  inner: z.object({ at: z.union([z.string(), z.number()]) }),
  day: z.date(),
});

test('converts a schema to the types that other teams read', () => {
  expect(propsSchema(DECLARED)).toEqual({
    type: 'object',
    properties: {
      count: { type: 'number' },
      kind: { anyOf: [{ const: 'new' }, { const: 'old' }] },
      tags: { type: 'array', items: { type: 'string' } },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      only: { const: 'x' },
      byName: { type: 'object', additionalProperties: { type: 'boolean' } },
      inner: {
        type: 'object',
        properties: { at: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
        required: ['at'],
      },
      day: {},
    },
    required: ['byName', 'day', 'inner', 'kind', 'note', 'only'],
  });
});

test('converts a recursive schema to any value at the recursion', () => {
  const tree = z.object({
    get children() {
      return z.array(tree);
    },
  });
  expect(propsSchema(tree)?.properties['children']).toEqual({ type: 'array', items: {} });
});

test.each([
  ['text', z.string()],
  ['a record', z.record(z.string(), z.string())],
  ['names that are not identifiers', z.object({ 'a b': z.string() })],
])('returns undefined for %s', (_, schema) => {
  expect(propsSchema(schema)).toBeUndefined();
});
