import { expect, test } from 'vitest';
import { cleanMessage } from '../../../src/observing/errors/clean-message.ts';

test.each([
  ['cannot reach ada.l+x@mail.example.org now', 'cannot reach <mail> now'],
  ['GET https://site.example/search?q=my+secret failed', 'GET https://site.example/search?… failed'],
  ['no page at /search?q=my+secret#there', 'no page at /search?…'],
  ['card 4111 1111 1111 1111 refused', 'card <number> refused'],
  ['phone +41 79 123 45 67', 'phone <number>'],
  ['user 6f9619ff-8b86-d011-b42d-00cf4fc964ff is gone', 'user <id> is gone'],
  [
    "Cannot read properties of undefined (reading 'title')",
    "Cannot read properties of undefined (reading 'title')",
  ],
  [
    'Unexpected token \'h\', "hello, I am Ada" is not valid JSON',
    'Unexpected token \'h\', "…" is not valid JSON',
  ],
  [`no note 'my secret "plan"'`, `no note '…'`],
  [`cannot send "${'my long letter '.repeat(30)}"`, 'cannot send "…"'],
  [`the app doesn't know "title", and can't`, `the app doesn't know "title", and can't`],
  [
    'Minified React error #418; visit https://react.dev/errors/418?args[]=HTML',
    'Minified React error #418; visit https://react.dev/errors/418?…',
  ],
  ['two\nlines\u001b[31m', 'two lines [31m'],
  ['', 'no message'],
])('stores the message "%s" as "%s"', (message, kept) => {
  expect(cleanMessage(message)).toBe(kept);
});

test('cuts a message at 300 characters', () => {
  expect(cleanMessage('a.'.repeat(1_000_000))).toHaveLength(300);
  expect(cleanMessage('1 '.repeat(150)).length).toBeLessThanOrEqual(300);
});
