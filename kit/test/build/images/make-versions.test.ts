import { execFileSync } from 'node:child_process';
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

/** Machines: the number of processors that a process may use, of threads, and of arenas of the allocator. */
const MACHINES = [
  { processors: 1, env: {} },
  { processors: 1, env: { MALLOC_ARENA_MAX: '2' } },
  { processors: 2, env: { UV_THREADPOOL_SIZE: '1' } },
  { processors: 8, env: { UV_THREADPOOL_SIZE: '8', MALLOC_ARENA_MAX: '1' } },
];
const MAKE = `
  const { default: sharp } = await import(process.argv[3]);
  sharp.concurrency(Number(process.argv[2]));
  const { makeVersions } = await import(process.argv[1]);
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const { versions } = await makeVersions(Buffer.concat(chunks));
  for (const { body } of versions) console.log(createHash('sha256').update(body).digest('hex'));
`;

it('makes the same bytes whatever processors, threads and allocator a process has', async () => {
  const picture = await pictureOf(400, 240);
  const make = (processors: number, env: Record<string, string>): string => {
    const modules = [import.meta.resolve('../../../src/build/images/make-versions.ts'), String(processors)];
    const script = `import { createHash } from 'node:crypto';${MAKE}`;
    const args = ['--input-type=module', '-e', script, ...modules, import.meta.resolve('sharp')];
    return execFileSync(process.execPath, args, {
      input: picture,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...env },
    });
  };
  const made = new Set(MACHINES.map(({ processors, env }) => make(processors, env)));
  expect([...made].map((hashes) => hashes.trim().split('\n').length)).toEqual([6]);
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
