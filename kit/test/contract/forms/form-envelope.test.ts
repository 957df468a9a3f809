import { expect, test } from 'vitest';
import { isFileField } from '../../../src/contract/forms/form-envelope.ts';

test.each([
  ['pdf', true],
  ['file', true],
  ['line', false],
  ['checkbox', false],
])('a field of the kind %s has a file: %j', (kind, isFile) => {
  expect(isFileField({ kind })).toBe(isFile);
});
