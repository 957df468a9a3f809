import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isImage, isPicture, readImage } from '../../../src/build/images/image-file.ts';
import { pngOf, SVG } from './sample-images.ts';

function read(name: string, body?: Buffer | string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-image-'));
  if (body !== undefined) writeFileSync(path.join(folder, name), body);
  return readImage(path.join(folder, name), name);
}

it('reads the size of an image from its head', () => {
  expect(read('a.png', pngOf(640, 480))).toMatchObject({ width: 640, height: 480 });
  expect(read('a.svg', SVG)).toMatchObject({ width: 9000, height: 9000 });
});

it.each<[string, string, Buffer | string | undefined, string]>([
  ['one that is not there', 'a.png', undefined, 'a.png does not exist'],
  ['one of too many bytes', 'a.png', pngOf(1, 1, 500_001), 'a.png has 500001 bytes, 500000 are allowed'],
  ['one of too many pixels', 'a.png', pngOf(4000, 1001), 'a.png has 4000 × 1001 pixels, 4000000 are allowed'],
  ['one that is none', 'a.png', 'text', 'a.png is no image that browsers show'],
  ['one of another kind', 'a.jpg', pngOf(1, 1), 'a.jpg is none: what is in it is png'],
  ['one of nothing', 'a.png', '', 'a.png is no image that browsers show'],
])('says of %s what is wrong with it', (_, name, body, reason) => {
  expect(read(name, body)).toBe(reason);
});

it('lets one be larger whose versions are made by the build', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-image-'));
  const file = path.join(folder, 'a.png');
  writeFileSync(file, pngOf(4000, 3000, 600_000));
  expect(readImage(file, 'a.png', 'made')).toMatchObject({ width: 4000 });
});

it.each([
  ['a.png', true],
  ['a.JPEG', true],
  ['a.svg', false],
  ['a.gif', false],
  ['a.png?url', false],
])('makes versions of what has pixels, and does not move: %s', (name, expected) => {
  expect(isPicture(name)).toBe(expected);
});

it.each([
  ['a.png', true],
  ['a.JPEG', true],
  ['a.woff2', false],
  ['png', false],
])('knows an image by its name: %s', (name, expected) => {
  expect(isImage(name)).toBe(expected);
});
