import { expect, it } from 'vitest';
import { formatsOf, recipeText, widthsOf } from '../../../src/build/images/picture-recipe.ts';

it.each([
  [4000, [320, 480, 640, 960, 1280, 1920]],
  [1000, [320, 480, 640, 960, 1000]],
  [640, [320, 480, 640]],
  [200, [200]],
])('makes a picture of %i pixels no wider than itself or than screens', (width, widths) => {
  expect(widthsOf(width)).toEqual(widths);
});

it.each([
  [true, ['avif', 'webp', 'jpeg']],
  [false, ['avif', 'webp', 'png']],
])(
  'lists the format that every browser shows last, with transparency if needed: opaque %s',
  (isOpaque, names) => {
    expect(formatsOf(isOpaque).map(({ name }) => name)).toEqual(names);
  },
);

it('changes with the version of an encoder', () => {
  expect(recipeText({ aom: '1' })).not.toBe(recipeText({ aom: '2' }));
});
