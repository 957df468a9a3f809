import { expect, test } from 'vitest';
import { toCsv, toJson } from '../src/export.ts';
import { ENQUIRY, entryRow } from './test-app.ts';

const row = (values: object) => entryRow({ id: 'entry-1' }, values);

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  ' =1',
  '\u00A0=1',
  '\uFF1D1',
  '\r=1',
  `=HYPERLINK("https://evil.example";"x")`,
])('writes no formula for %j', (name) => {
  const cell = toCsv([row({ name })])
    .split('\r\n')[1]!
    .split(',')[4]!;
  expect(cell.slice(0, 2)).toBe(`"'`);
});

test('escapes commas, quotes and line breaks', () => {
  const [, line] = toCsv([row({ name: 'a "b", c', message: 'x\ny' })]).split('\r\n');
  expect(line).toContain('"a ""b"", c"');
  expect(line).toContain('"x\ny"');
});

test('writes JSON with the original values, and describes a file without its content', () => {
  const withFile = { ...row({ name: '=1+1' }), file_name: 'f', file_bytes: 9, file_sha256: 'ab' };
  expect(JSON.parse(toJson([withFile]))).toEqual([
    {
      id: 'entry-1',
      received: '1970-01-01T00:00:00.000Z',
      form: 'contact',
      state: 'kept',
      ...ENQUIRY,
      name: '=1+1',
      file: '9 bytes, sha-256 ab',
    },
  ]);
});
