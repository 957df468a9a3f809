import sharp from 'sharp';
import { expect, it } from 'vitest';
import { makeVersions, recipe, widthsOf } from '../../../src/build/images/make-versions.ts';
import { pictureOf } from './sample-images.ts';

it('makes each size in each format', async () => {
  const { width, height, placeholder, versions } = await makeVersions(await pictureOf(400, 100));
  expect([width, height]).toEqual([400, 100]);
  expect(placeholder).toMatch(/^data:image\/webp;base64,[\w+/]{20,400}=*$/);
  const made = await Promise.all(
    versions.map(async ({ width: wide, type, extension, body }) => {
      const found = await sharp(body).metadata();
      return [wide === found.width, type, extension, found.height];
    }),
  );
  expect(made).toEqual([
    [true, 'image/avif', '.avif', 80],
    [true, 'image/avif', '.avif', 100],
    [true, 'image/webp', '.webp', 80],
    [true, 'image/webp', '.webp', 100],
    [true, 'image/jpeg', '.jpg', 80],
    [true, 'image/jpeg', '.jpg', 100],
  ]);
});

it('makes the same bytes whatever number of processors the machine has', async () => {
  const picture = await pictureOf(320, 240);
  const bytesWith = async (processors: number): Promise<string> => {
    sharp.concurrency(processors);
    return JSON.stringify(await makeVersions(picture));
  };
  const [one, two, eight] = [await bytesWith(1), await bytesWith(2), await bytesWith(8)];
  expect([two === one, eight === one]).toEqual([true, true]);
});

it('preserves transparency, and adds no placeholder behind it', async () => {
  const { placeholder, versions } = await makeVersions(await pictureOf(20, 10, 'png', true));
  expect([placeholder, versions.at(-1)!.type]).toEqual([undefined, 'image/png']);
});

it('applies the orientation of the camera, and removes its metadata', async () => {
  const rotated = await sharp(await pictureOf(40, 20))
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: 'Ada' } })
    .toBuffer();
  const { width, height, versions } = await makeVersions(rotated);
  expect([width, height]).toEqual([20, 40]);
  for (const { body } of versions) expect(body.includes('Ada')).toBe(false);
});

it.each<[string, () => Promise<Buffer>]>([
  ['is truncated', async () => (await pictureOf(400, 300)).subarray(0, 3_000)],
  ['is a text', async () => Buffer.from('text')],
])('rejects a picture that %s', async (_, broken) => {
  await expect(makeVersions(await broken())).rejects.toThrow(/./);
});

it('rejects an animated picture', async () => {
  const frames = Buffer.alloc(20 * 40 * 3, 90).fill(200, 20 * 20 * 3);
  const moving = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
    .webp({ delay: [100, 100] })
    .toBuffer();
  await expect(makeVersions(moving)).rejects.toThrow('it moves');
});

it.each([
  [4000, [320, 480, 640, 960, 1280, 1920]],
  [1000, [320, 480, 640, 960, 1000]],
  [640, [320, 480, 640]],
  [200, [200]],
])('makes a picture of %i pixels no wider than itself or than screens', (width, widths) => {
  expect(widthsOf(width)).toEqual(widths);
});

it('counts the versions of the encoders among the inputs of a picture', async () => {
  expect(await recipe()).toContain(JSON.stringify(sharp.versions));
});
