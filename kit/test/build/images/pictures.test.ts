import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createPictures } from '../../../src/build/images/pictures.ts';
import { appOf } from '../fixtures/sample-app.ts';
import { pictureOf, SVG } from './sample-images.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

function picturesOf(mode: 'production' | 'development' = 'production', mostBytes?: number) {
  const root = temporaryFolder();
  const pictures = createPictures(appOf({}, root), mode, mostBytes);
  const place = (name: string, body: Buffer) => pictures(path.join(root, 'src', name), name, body);
  return { cache: path.join(root, '.cache/pictures'), place };
}

it('names all versions of a picture after their bytes, the same in every folder', async () => {
  const body = await pictureOf(400, 100);
  const [placed, again] = [
    await picturesOf().place('A b.jpg', body),
    await picturesOf().place('A b.jpg', body),
  ];
  if (typeof placed === 'string') throw new Error(placed);
  const { picture, files } = placed;
  expect(again).toEqual(placed);
  const hash = /^\/assets\/blog\/A-b-400\.([0-9a-f]{10})\.jpg$/.exec(picture.src)![1]!;
  const of = (extension: string) => [`A-b-320.${hash}${extension}`, `A-b-400.${hash}${extension}`];
  expect([...files.keys()]).toEqual(['.avif', '.webp', '.jpg'].flatMap(of).map((file) => `client/${file}`));
  const [small, large] = of('.avif');
  expect(picture.sources[0]).toEqual({
    type: 'image/avif',
    srcSet: `/assets/blog/${small} 320w, /assets/blog/${large} 400w`,
  });
  expect(picture).toMatchObject({ width: 400, height: 100, placeholder: expect.any(String) as string });
});

it('reuses the cached versions of an earlier build', async () => {
  const { cache, place } = picturesOf();
  const body = await pictureOf(40, 20);
  await place('a.jpg', body);
  const files = () => readdirSync(cache).map((name) => [name, statSync(path.join(cache, name)).ino]);
  const before = files();
  expect(await place('a.jpg', body)).toMatchObject({ picture: { height: 20 } });
  expect(files()).toEqual(before);
});

it.each<[string, 'production' | 'development', string, () => Buffer | Promise<Buffer>]>([
  ['an SVG', 'production', 'a.svg', () => SVG],
  ['a picture during development', 'development', 'a.jpg', () => pictureOf(40, 20)],
])('includes %s unchanged', async (_, mode, name, bodyOf) => {
  const body = await bodyOf();
  const placed = await picturesOf(mode).place(name, body);
  if (typeof placed === 'string') throw new Error(placed);
  expect([...placed.files.values()]).toEqual([body]);
  expect(placed.picture).toMatchObject({
    src: expect.stringMatching(/^\/assets\/blog\/a\.[0-9a-f]{10}\.\w+$/) as string,
    sources: [],
  });
});

it('reports the message of the decoder for a broken picture', async () => {
  const broken = (await pictureOf(400, 300)).subarray(0, 3_000);
  expect(await picturesOf().place('a.jpg', broken)).toMatch(/^a\.jpg cannot be used: ./);
});

it('ends the build at the picture that exceeds the files of a release, and makes no further versions', async () => {
  const [first, second, third] = await Promise.all([20, 30, 40].map((width) => pictureOf(width, 10)));
  const placed = await picturesOf().place('a.jpg', first!);
  if (typeof placed === 'string') throw new Error(placed);
  const bytes = [...placed.files.values()].reduce((sum, body) => sum + body.length, 0);
  const { cache, place } = picturesOf('production', bytes);
  expect(await place('a.jpg', first!)).toEqual(placed);
  const reason =
    /^[bc]\.jpg cannot be used: with it the pictures .+ \d+\.\d MB together, .+ may have 0\.0 MB/;
  expect(await place('b.jpg', second!)).toMatch(reason);
  expect(await place('c.jpg', third!)).toMatch(reason);
  expect(readdirSync(cache)).toHaveLength(2);
});
