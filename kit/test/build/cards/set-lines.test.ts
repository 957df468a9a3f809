import { expect, it } from 'vitest';
import { setLines } from '../../../src/build/cards/set-lines.ts';
import type { Typeface } from '../../../src/build/cards/typeface.ts';

/** Every letter is half as wide as it is high. The face contains only ASCII and the ellipsis. */
const face: Typeface = {
  known: (text) => text.replace(/[^ -~…]/g, ''),
  width: (text, size) => (text.length * size) / 2,
  outline: () => '',
};
const BOX = { width: 100, lines: 2, sizes: [40, 20, 10] };

it.each([
  ['Note', ['Note'], 40],
  ['One two', ['One', 'two'], 40],
  ['One two three', ['One two', 'three'], 20],
  ['Three words and five more', ['Three words', 'and five more'], 10],
  ['Ideas in. Reality out.', ['Ideas in.', 'Reality out.'], 10],
  ['extraordinary', ['extraordinary'], 10],
  [
    'Far more words than two lines of the smallest size take',
    ['Far more words than', 'two lines of the…'],
    10,
  ],
  ['anunbreakablewordthatiswiderthanaline', ['anunbreakablewordth…'], 10],
  ['  spaced \n out ', ['spaced out'], 20],
  ['Zürich', ['Zrich'], 40],
  ['日本', [''], 40],
])('sets %j in the lines %j of size %i', (text, lines, size) => {
  expect(setLines(text, face, BOX)).toEqual({ lines, size });
});
