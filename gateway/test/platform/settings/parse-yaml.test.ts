import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseYaml } from '../../../src/platform/settings/parse-yaml.ts';

const schema = z.strictObject({ a: z.strictObject({ b: z.number() }).optional() });

test.each([
  ['a: { b: 1 }', { ok: true, settings: { a: { b: 1 } } }],
  ['', { ok: true, settings: {} }],
  ['a: { b: x }', { ok: false, issues: [expect.stringMatching(/^a\.b: /)] }],
])('%s', (text, result) => {
  expect(parseYaml(text, schema)).toEqual(result);
});

test('a name that is refused is refused for its own reason', () => {
  const names = z.record(z.string().max(3, 'is too long'), z.number());
  expect(parseYaml('abcd: 1', names)).toEqual({ ok: false, issues: ['abcd: is too long'] });
});

test('a text that is no YAML is refused in one line, aliases that grow without end as well', () => {
  expect(parseYaml('a: [', schema)).toEqual({ ok: false, issues: [expect.not.stringContaining('\n')] });
  const bomb = Array.from(
    { length: 20 },
    (_, n) => `a${n}: &a${n} [${`*a${n - 1},`.repeat(n === 0 ? 0 : 9)}]`,
  );
  expect(parseYaml(bomb.join('\n'), schema)).toMatchObject({ ok: false });
});
