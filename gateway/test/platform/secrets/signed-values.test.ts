import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createSignedValues,
  pathForLog,
  withoutSignedValues,
} from '../../../src/platform/secrets/signed-values.ts';

const NOW = Date.UTC(2026, 10, 21);
const ID = '3f0c9a52-1c1e-4a53-9c0b-5d3f8a0f1e2d';
const values = createSignedValues('a secret', 'confirm', () => NOW);

describe('a signed value', () => {
  test.each([
    ['that is still valid', values.sign(ID, NOW + 1), { value: ID, until: NOW + 1 }],
    ['that does not expire', values.sign(ID, 0), { value: ID, until: 0 }],
  ])('%s is read', (_, text, read) => {
    expect(values.read(text)).toEqual(read);
  });

  test.each<[string, unknown]>([
    ['that expired', values.sign(ID, NOW)],
    ['of another purpose', createSignedValues('a secret', 'end', () => NOW).sign(ID, 0)],
    ['of another secret', createSignedValues('another', 'confirm', () => NOW).sign(ID, 0)],
    ['with another time', values.sign(ID, NOW - 1).replace(/\.\d+\./, '.0.')],
    ['with another value', values.sign(ID, 0).replace('3f', '4f')],
    ['without a signature', `${ID}.0.`],
    ['that is not a text', { value: ID }],
    ['that is absent', undefined],
  ])('%s is refused', (_, text) => {
    expect(values.read(text)).toBeUndefined();
  });
});

test('while a secret is replaced, the new one signs, and values of the old one are still read', () => {
  const both = createSignedValues('another\na secret', 'confirm', () => NOW);
  expect(both.read(values.sign(ID, 0))).toEqual({ value: ID, until: 0 });
  expect(createSignedValues('another', 'confirm', () => NOW).read(both.sign(ID, 0))?.value).toBe(ID);
  expect(values.read(both.sign(ID, 0))).toBeUndefined();
});

test.each(['another\n', '\nanother', 'another\n\n \r\na secret\n'])(
  'the empty lines of the secret %j are no keys',
  (secret) => {
    const both = createSignedValues(secret, 'confirm', () => NOW);
    const forged = createHmac('sha256', '').update(`confirm:${ID}.0`).digest('base64url');
    expect(both.read(`${ID}.0.${forged}`)).toBeUndefined();
    expect(createSignedValues('another', 'confirm', () => NOW).read(both.sign(ID, 0))?.value).toBe(ID);
  },
);

test('an empty secret is refused', () => {
  expect(() => createSignedValues(' \n', 'confirm', () => NOW)).toThrow('The secret of confirm is empty');
});

test.each([
  ['an address', (value: string) => `at https://site.example/-/preview/${value}:1:2`],
  ['a text of only a signed value', (value: string) => value],
  ['two signed values', (value: string) => `${value} ${value}`],
])('%s is written without signed values', (_, text) => {
  for (const value of [values.sign(ID, NOW), values.sign('a'.repeat(32), 0)]) {
    expect(withoutSignedValues(text(value))).toBe(text('<signed>'));
  }
});

test.each([
  ['with another character after it', (value: string) => `${value}x`],
  ['with characters before it', (value: string) => `${'x'.repeat(90)}${value}`],
  ['in percent encoding', (value: string) => value.replaceAll('.', '%2E')],
])('a path is logged without a signed value %s', (_, changed) => {
  const value = values.sign('a'.repeat(32), NOW);
  const logged = pathForLog(`/-/preview/${changed(value)}/blog`);
  expect(logged).toBe('/-/preview/<signed>/blog');
});

test.each([
  ['/unsubscribe/ada@example.com/now', '/unsubscribe/<mail address>/now'],
  ['/unsubscribe/ada%40example.com', '/unsubscribe/<mail address>'],
  ['/%zz/ada@example.com', '/%zz/<mail address>'],
  ['/blog/a-post', '/blog/a-post'],
])('%s is logged as %s', (path, logged) => {
  expect(pathForLog(path)).toBe(logged);
});

test('other text is not changed, in linear time', () => {
  const text = `page.0123456789.js at 1.2.3 ${'a'.repeat(44)}`;
  expect(withoutSignedValues(text)).toBe(text);
  for (const part of ['a', 'a.', 'a.b.', `${'a'.repeat(80)}.`])
    expect(pathForLog(part.repeat(100_000))).toBe(part.repeat(100_000));
});
