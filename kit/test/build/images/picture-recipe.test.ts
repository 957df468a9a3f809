import { expect, it } from 'vitest';
import { formatsOf, recipeText, widthsOf } from '../../../src/build/images/picture-recipe.ts';

it.each([
  [4000, [320, 480, 640, 960, 1280, 1920]],
  [1000, [320, 480, 640, 960, 1000]],
  [640, [320, 480, 640]],
  [200, [200]],
])('a picture of %i pixels is made no wider than it is, nor than screens are', (width, widths) => {
  expect(widthsOf(width)).toEqual(widths);
});

it.each([
  [true, ['avif', 'webp', 'jpeg']],
  [false, ['avif', 'webp', 'png']],
])(
  'what every browser shows comes last, with transparency where there is some: opaque %s',
  (isOpaque, names) => {
    expect(formatsOf(isOpaque).map(({ name }) => name)).toEqual(names);
  },
);

it('another version of an encoder is another recipe', () => {
  expect(recipeText({ aom: '1' })).not.toBe(recipeText({ aom: '2' }));
});
