import { expect, it } from 'vitest';
import { imageOf, isPicture } from '../../../src/build/images/image-file.ts';
import { pngOf, SVG } from './sample-images.ts';

function read(name: string, body: Buffer | string) {
  return imageOf(Buffer.from(body), name, 'sent');
}

it('reads the size of an image from its header', () => {
  expect(read('a.png', pngOf(640, 480))).toMatchObject({ width: 640, height: 480 });
  expect(read('a.svg', SVG)).toMatchObject({ width: 9000, height: 9000 });
});

it.each<[string, string, Buffer | string, string]>([
  ['too many bytes', 'a.png', pngOf(1, 1, 500_001), 'a.png has 500001 bytes, 500000 are allowed'],
  ['too many pixels', 'a.png', pngOf(4000, 1001), 'a.png has 4000 × 1001 pixels, 4000000 are allowed'],
  ['a text file', 'a.png', 'text', 'a.png is no image that browsers show'],
  ['another format than its extension', 'a.jpg', pngOf(1, 1), 'a.jpg is a png image with another extension'],
])('rejects %s with a reason', (_, name, body, reason) => {
  expect(read(name, body)).toBe(reason);
});

it('allows a larger image when the build makes versions of it', () => {
  expect(imageOf(pngOf(4000, 3000, 600_000), 'a.png', 'made')).toMatchObject({ width: 4000 });
});

it.each([
  ['a.png', true],
  ['a.JPEG', true],
  ['a.svg', false],
  ['a.gif', false],
  ['a.png?url', false],
])('makes versions of raster images without animation: %s → %s', (name, expected) => {
  expect(isPicture(name)).toBe(expected);
});
