import { expect, onTestFinished, test } from 'vitest';
import { findTexts } from '../../../src/releasing/admission/text-finder.ts';

test('each place is a line and a column from 1, and an unknown text has none', async () => {
  const body = Buffer.from('one two\n  two\r\n\ntwo');
  expect(await findTexts(body, ['two', '^one', 'three'])).toEqual([
    [
      { line: 1, column: 5 },
      { line: 2, column: 3 },
      { line: 4, column: 1 },
    ],
    [{ line: 1, column: 1 }],
    [],
  ]);
});

test('at most 20 places of a text are told', async () => {
  const [places] = await findTexts(Buffer.from('a\n'.repeat(100)), ['a']);
  expect(places).toHaveLength(20);
});

test('a search of a bundle of 14 MB for 20 texts does not block the event loop', async () => {
  const body = Buffer.alloc(14 * 1024 * 1024, 'style: {\n');
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  onTestFinished(() => clearInterval(ticking));
  const patterns = Array.from({ length: 20 }, (_, index) => `\\bname: "Card${index}"`);
  expect(await findTexts(body, patterns)).toEqual(patterns.map(() => []));
  expect(turns).toBeGreaterThan(3);
});
