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
