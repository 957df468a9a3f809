import { expect, it } from 'vitest';
import { textTable } from '../../../src/cli/output/text-table.ts';

it('aligns columns, those of numbers to the right, without spaces at the ends of lines', () => {
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

it('shows what is not there as a dash', () => {
  expect(textTable(['A', 'B', 'C'], [[undefined, null, '']]).split('\n')[1]).toBe('-  -  -');
});

it('lets no cell leave its line or command the terminal', () => {
  expect(textTable(['A', 'B'], [['one\r\ntwo', '\u001b[2J\u0007']])).not.toMatch(/\r|\u001b|\u0007|two\n/);
});
