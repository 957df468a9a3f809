import { expect, test } from 'vitest';
import { assertBounded, MOST_VALUES } from '../../src/packaging/json-bounds.ts';

const PADDING = JSON.stringify('x'.repeat(300_000));
const list = (values: number): Buffer => Buffer.from(`[${PADDING},${'0,'.repeat(values)}0]`);

test.each([
  ['long text', Buffer.from(PADDING)],
  ['the most values', list(MOST_VALUES - 3)],
  ['text that looks like values', Buffer.from(JSON.stringify(`\\",[{${'[{,'.repeat(200_000)}`))],
  ['many values in a short text', Buffer.from(`[${'0,'.repeat(100_000)}0]`)],
  ['64 levels', Buffer.from(`${'['.repeat(64)}${PADDING}${']'.repeat(64)}`)],
])('%s may be parsed', (_, json) => {
  expect(() => assertBounded(json)).not.toThrow();
});

test.each([
  ['one value too many', list(MOST_VALUES - 2), 'more than 50000 values'],
  ['a million lists', Buffer.from(`[${'[],'.repeat(1_000_000)}0]`), 'more than 50000 values'],
  ['65 levels', Buffer.from(`${'['.repeat(65)}${PADDING}${']'.repeat(65)}`), 'nested more than 64'],
])('%s is refused', (_, json, reason) => {
  expect(() => assertBounded(json)).toThrow(reason);
});
