import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { placeContentImage } from '../../../src/build/content/content-images.ts';
import { createPictures } from '../../../src/build/images/pictures.ts';
import { appOf } from '../fixtures/sample-app.ts';
import { pngOf } from '../images/sample-images.ts';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

function place(src: string, images = new Map<string, Buffer>()) {
  root = mkdtempSync(path.join(tmpdir(), 'voltframe-content-'));
  mkdirSync(path.join(root, 'content/posts'), { recursive: true });
  writeFileSync(path.join(root, 'content/posts/A photo.png'), pngOf(640, 480));
  const app = appOf({}, root);
  return placeContentImage(app, 'content/posts', src, createPictures(app, 'development'), images);
}

it('an image beside a text becomes a file of the release, named after its bytes', async () => {
  const images = new Map<string, Buffer>();
  const placed = await place('A%20photo.png', images);
  expect(placed).toEqual({
    src: expect.stringMatching(/^\/assets\/blog\/A-photo\.[0-9a-f]{10}\.png$/) as string,
    width: 640,
    height: 480,
    sources: [],
  });
  expect([...images].map(([file, body]) => [`/assets/blog/${file.slice(7)}`, body.length])).toEqual([
    [(placed as { src: string }).src, 100],
  ]);
});

it.each([
  ['none.png', 'none.png does not exist'],
  ['../../../etc/a.png', '../../../etc/a.png is outside of the app'],
  ['%E0%A4%A.png', '%E0%A4%A.png does not exist'],
  ['https://elsewhere.example/a.png', 'https://elsewhere.example/a.png is of another site'],
])('says of %s what is wrong with it', async (src, reason) => {
  expect(await place(src)).toEqual(expect.stringContaining(reason));
});
