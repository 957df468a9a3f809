import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkYaml } from '../../../src/build/content/check-yaml.ts';

const schema = z.strictObject({
  title: z.string(),
  date: z.string(),
  author: z.strictObject({ name: z.string(), age: z.int().optional() }).optional(),
  tags: z.array(z.string()).optional(),
});
const check = (text: string, above = 0) => () => checkYaml('post.md', text, schema, above);

it('returns the value of the schema', () => {
  const data = { title: 'T', date: 'd', tags: ['a'] };
  expect(check('title: T\ndate: d\ntags: [a]\n')()).toEqual(data);
});

it('lists all mistakes in the order of their lines, and suggests keys', () => {
  const text = ['titel: T', 'date: 7', 'author:', '  name: Ada', '  age: x', 'tags:', '  - a', '  - 3'].join('\n');
  let message = '';
  try {
    check(text, 1)();
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message.split('\n').map((line) => line.trim())).toEqual([
    expect.stringMatching(/^post\.md: line 2, title: Invalid input: expected string/),
    'line 2, titel: the schema does not have this key. Did you mean title?',
    expect.stringMatching(/^line 3, date: Invalid input: expected string/),
    expect.stringMatching(/^line 6, author\.age: /),
    expect.stringMatching(/^line 9, tags\.1: /),
  ]);
});

it.each([
  ['a mistake of YAML', 'title: T\ndate: [', 'post.md: line 2, YAML: '],
  ['a text in place of keys', 'just text', 'post.md: line 1, all of it: '],
  ['an empty text', '', 'post.md: line 1, all of it: '],
  ['an unknown nested key', 'title: T\ndate: d\nauthor: { name: a, x: 1 }', 'post.md: line 3, author.x: the schema'],
])('names the line of %s', (_, text, message) => {
  expect(check(text)).toThrow(message);
});
