import { cleanIdentity, identityText, parseIdentity } from '@voltframe/kit/contract/release/identity';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it.each([
  [
    { commit: 'a1b2c3d', message: 'Fix it' },
    { commit: 'a1b2c3d', message: 'Fix it' },
  ],
  [
    { message: 'one\n\ntwo\u001b[31m\u202E', author: ' ada ' },
    { message: 'one two [31m', author: 'ada' },
  ],
  [{ branch: 'x'.repeat(500), commit: 5, other: 'y' }, { branch: 'x'.repeat(120) }],
  [{ url: 'https://example.com/c/1' }, { url: 'https://example.com/c/1' }],
  [{ url: 'javascript:alert(1)' }, undefined],
  [{ url: 'https://ada:secret@example.com/' }, undefined],
  [{ url: `https://example.com/${'x'.repeat(600)}` }, undefined],
  [{ __proto__: { commit: 'inherited' } }, undefined],
  [null, undefined],
  ['text', undefined],
  [{}, undefined],
])('cleans %j to %j', (raw, cleaned) => {
  expect(cleanIdentity(raw)).toEqual(cleaned);
});

it('parses any text without an exception, and limits the length', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), fc.string({ maxLength: 5_000 }), (text, long) => {
      expect(() => parseIdentity(text)).not.toThrow();
      const { message = '' } = cleanIdentity({ message: long }) ?? {};
      expect([...message].length).toBeLessThanOrEqual(200);
      expect(message).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
    }),
  );
  expect(parseIdentity('{')).toBeUndefined();
  expect(parseIdentity(undefined)).toBeUndefined();
});

it('prints commit, message and author, if they exist', () => {
  expect(identityText({ commit: 'a1b2c3d4e5', message: 'Fix it', author: 'ada' })).toBe(
    'a1b2c3d Fix it (ada)',
  );
  expect(identityText({ message: 'Fix it' })).toBe('Fix it');
  expect(identityText({ commit: `${'a1b2c3d4'.repeat(5)}-dirty`, message: 'Fix it' })).toBe(
    'a1b2c3d-dirty Fix it',
  );
});

it('truncates only the message to the length of a line', () => {
  const long = { commit: 'a1b2c3d4', message: 'Say it in the second edition', author: 'ada' };
  expect(identityText(long, 12)).toBe('a1b2c3d Say it in t… (ada)');
  expect(identityText(long, 28)).toBe('a1b2c3d Say it in the second edition (ada)');
});
