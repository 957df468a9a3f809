import { expect, test } from 'vitest';
import { tablesUrl } from '../../../src/contract/page/page-data.ts';

test('puts composition and integrity into the address of the tables, as letters and digits', () => {
  expect(tablesUrl('c1', 'sha256-a+b/C9=')).toBe('/builds/tables/c1.sha256abC9.json');
});
