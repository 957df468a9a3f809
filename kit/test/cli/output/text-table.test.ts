import { expect, it } from 'vitest';
import { textTable } from '../../../src/cli/output/text-table.ts';

it('aligns columns, numbers to the right, without trailing spaces', () => {
  const rows = [
    ['blog', 9, 'ada'],
    ['marketing', 10, 'b'],
  ];
  expect(textTable(['APP', 'ROUTES', 'BY'], rows).split('\n')).toEqual([
    'APP        ROUTES  BY',
    'blog            9  ada',
    'marketing      10  b',
  ]);
});

it('prints a missing value as a dash', () => {
  expect(textTable(['A', 'B', 'C'], [[undefined, null, '']]).split('\n')[1]).toBe('-  -  -');
});

it('removes line breaks and control characters from cells', () => {
  expect(textTable(['A', 'B'], [['one\r\ntwo', '\u001b[2J\u0007']])).not.toMatch(/\r|\u001b|\u0007|two\n/);
});
