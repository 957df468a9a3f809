import { expect, test } from 'vitest';
import { alikeMessage, cleanMessage } from '../../../../src/observing/errors/groups/clean-message.ts';

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
])('of "%s" is kept "%s"', (message, kept) => {
  expect(cleanMessage(message)).toBe(kept);
});

test('it is cut, and however long it is it takes no time', () => {
  expect(cleanMessage('a.'.repeat(1_000_000))).toHaveLength(300);
  expect(cleanMessage('1 '.repeat(150)).length).toBeLessThanOrEqual(300);
});

test('messages that differ in numbers and quoted text are alike', () => {
  expect(alikeMessage('note 12 has no "title"')).toBe(alikeMessage('note 7 has no "text"'));
  expect(alikeMessage('note 12 has no title')).not.toBe(alikeMessage('note 12 has no text'));
});
