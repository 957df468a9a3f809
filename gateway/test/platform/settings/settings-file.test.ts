import { expect, test } from 'vitest';
import { z } from 'zod';
import { settingsFile } from '../../../src/platform/settings/settings-file.ts';
import { writtenFile } from './settings-of.ts';

const env = { CMS_TOKEN: 's3cret', EMPTY: '' };

/** @param content of a file that `FILE` in the text names. @returns the parsed text, or its defects. */
function read(text: string, schema: z.ZodType = z.string(), content = '') {
  const secret = writtenFile(content);
  const file = text === 'no file' ? '/nowhere/things.yml' : writtenFile(text.replace('FILE', secret));
  const parsed = settingsFile(schema).safeParse({ file, env });
  return parsed.success
    ? parsed.data
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message.replace(secret, 'FILE')}`);
}

test.each([
  ['en-GB', 'en-GB'],
  ['Bearer ${CMS_TOKEN}', 'Bearer s3cret'],
  ['${file:FILE}', 'k3y'],
  ['${CMS_TOKEN}:${file:FILE}', 's3cret:k3y'],
])('%s is filled from the environment and from files', (text, value) => {
  expect(read(text, z.string(), 'k3y\n')).toBe(value);
});

test.each([
  ['${OTHER}', ['OTHER is not set']],
  ['${EMPTY}', ['EMPTY is not set']],
  ['${file:/run/secrets/none}', ['the file /run/secrets/none cannot be read (ENOENT)']],
  ['${file:FILE}', ['the file FILE is empty']],
  ['${CMS TOKEN}', ['${CMS TOKEN} is not the name of a variable']],
  ['${CMS_TOKEN}${A}${B}', ['A is not set', 'B is not set']],
])('%s is refused with the name of the missing part', (text, messages) => {
  expect(read(text, z.string(), '\n')).toEqual(messages.map((message) => `: ${message}`));
});

const schema = z.strictObject({
  a: z.strictObject({ b: z.number(), c: z.array(z.string().min(2)) }).optional(),
});

test.each([
  ['a: { b: 1, c: [ab, "${CMS_TOKEN}"] }', { a: { b: 1, c: ['ab', 's3cret'] } }],
  ['', {}],
  ['a: { b: x, c: ["${NONE}"] }', ['a.c.0: NONE is not set', expect.stringMatching(/^a\.b: /)]],
])('%s is parsed by its schema, or refused with the place of each defect', (text, result) => {
  expect(read(text, schema)).toEqual(result);
});

test('a refused name has a reason of its own', () => {
  const names = z.record(z.string().max(3, 'is too long'), z.number());
  expect(read('abcd: 1', names)).toEqual(['abcd: is too long']);
});

test('malformed YAML and exponential aliases are refused in one line', () => {
  expect(read('a: [', schema)).toEqual([expect.not.stringContaining('\n')]);
  const bomb = Array.from(
    { length: 20 },
    (_, n) => `a${n}: &a${n} [${`*a${n - 1},`.repeat(n === 0 ? 0 : 9)}]`,
  );
  expect(read(bomb.join('\n'), schema)).toEqual([expect.any(String)]);
});

test('a file that cannot be read is reported by its name', () => {
  expect(read('no file', schema)).toEqual([': the file /nowhere/things.yml cannot be read (ENOENT)']);
});
