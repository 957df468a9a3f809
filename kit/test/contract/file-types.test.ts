import { expect, test } from 'vitest';
import { FILE_TYPE_NAMES, fileTypeOf, nameWithEnding } from '../../src/contract/file-types.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ['a.pdf', '%PDF-1.7', 'application/pdf'],
  ['A.PDF', '%PDF-1.7', 'application/pdf'],
  ['a.png', '\x89PNG\r\n\x1a\n', 'image/png'],
  ['a.jpeg', '\xff\xd8\xff\xe0', 'image/jpeg'],
  ['a.gif', 'GIF89a', 'image/gif'],
  ['a.webp', 'RIFF\0\n\0\0WEBPVP8 ', 'image/webp'],
  ['a.avif', '\0\0\0\x1cftypavif', 'image/avif'],
  ['a.heic', '\0\0\0\x1cftypheic', 'image/heic'],
  ['a.mp4', '\0\0\0\x1cftypisom', 'video/mp4'],
  ['a.mp3', 'ID3\x04', 'audio/mpeg'],
  ['a.zip', 'PK\x03\x04', 'application/zip'],
  ['a.docx', 'PK\x03\x04', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['a.csv', 'a;b', 'text/csv'],
  ['a.txt', '', 'text/plain'],
])('%s that begins with %j has the type %s', (name, head, type) => {
  expect(fileTypeOf(FILE_TYPE_NAMES, name, bytes(head))).toBe(type);
});

test.each([
  ['a page with the name of a picture', 'a.png', '<!doctype html>'],
  ['a picture with the name of a page', 'a.html', '\x89PNG\r\n\x1a\n'],
  ['a picture without an ending', 'png', '\x89PNG\r\n\x1a\n'],
  ['a drawing, which may hold scripts', 'a.svg', '<svg xmlns='],
  ['a program with the name of a text', 'a.txt', '\x7fELF\x02\x01\x01\0'],
  ['a picture that is none at its beginning', 'a.gif', ' GIF89a'],
])('%s has no type', (_, name, head) => {
  expect(fileTypeOf(FILE_TYPE_NAMES, name, bytes(head))).toBeUndefined();
});

test('a file whose type is not among the declared ones has none of them', () => {
  expect(fileTypeOf(['image/png'], 'a.pdf', bytes('%PDF-1.7'))).toBeUndefined();
});

test('a name gets an ending of its type', () => {
  expect(nameWithEnding('bill.pdf', 'application/pdf')).toBe('bill.pdf');
  expect(nameWithEnding('bill.exe', 'application/pdf')).toBe('bill.exe.pdf');
  expect(nameWithEnding('bill', 'application/pdf')).toBe('bill.pdf');
});
