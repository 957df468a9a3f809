import { createHash } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRenderCache, type Rendering } from '../../../src/serving/render/render-cache.ts';
import { JsonBytes } from '../../../src/serving/responses/page-bytes.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const KEY = `docs-1/${'ab'.repeat(32)}`;
const rendering = (html: string, inputs: Record<string, string> = {}): Rendering<{ html: string }> => ({
  value: { html },
  inputs,
  renderedAt: 1,
});
const always = () => '';
const filesIn = async (root: string): Promise<string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe('a rendering', () => {
  test('is stored beside those of other inputs: the newest three', async () => {
    const cache = createRenderCache(testFolder());
    for (const data of ['a', 'b', 'c', 'd']) await cache.put(KEY, rendering(data, { file: data }), true);
    const found = await Promise.all(['a', 'b', 'c', 'd'].map((data) => cache.get(KEY, () => data)));
    expect(found.map((one) => one !== undefined)).toEqual([false, true, true, true]);
    expect((await cache.latest<{ html: string }>(KEY))?.value.html).toBe('d');
  });

  test('in memory has the size of its HTML and data, including those of other inputs', async () => {
    const cache = createRenderCache(testFolder());
    const keyOf = (n: number) => `docs-1/${String(n).padStart(64, '0')}`;
    const large = (n: number, html: string) => ({
      value: { html, data: JsonBytes.of(`${n} ${'x'.repeat(300_000)}`) },
      inputs: { file: `${n}` },
      renderedAt: 1,
    });
    for (let n = 0; n < 20; n++) await cache.put(keyOf(n), large(n, '<p>'), false);
    const stored = await Promise.all(Array.from({ length: 20 }, (_, n) => cache.latest(keyOf(n))));
    expect(stored.filter(Boolean)).toHaveLength(13);
    for (let n = 0; n < 3; n++) await cache.put(KEY, large(n, 'x'.repeat(700_000)), false);
    expect(await cache.latest(KEY)).toBeUndefined();
  });

  test('in memory has the size of its islands as well', async () => {
    const cache = createRenderCache(testFolder());
    const keyOf = (n: number) => `docs-1/${String(n).padStart(64, '0')}`;
    const islands = [{ name: 'A', key: 'A_1', props: { text: 'x'.repeat(500_000) } }];
    for (let n = 0; n < 20; n++)
      await cache.put(keyOf(n), { value: { html: '', islands }, inputs: {}, renderedAt: 0 }, false);
    const stored = await Promise.all(Array.from({ length: 20 }, (_, n) => cache.latest(keyOf(n))));
    expect(stored.filter(Boolean)).toHaveLength(4);
  });

  test('is not read from the disk if it cannot be there', async () => {
    const root = testFolder();
    await createRenderCache(root).put(KEY, rendering('stored'), true);
    expect(await createRenderCache(root).get(KEY, always, false)).toBeUndefined();
  });

  test.each(['', '{', '{"a":1}', '[]'])('with the file %j is ignored', async (text) => {
    const root = testFolder();
    await createRenderCache(root).put(KEY, rendering('torn'), true);
    const [file] = await filesIn(root);
    await writeFile(file!, text);
    const cache = createRenderCache(root);
    expect(await cache.get(KEY, always)).toBeUndefined();
    expect(await cache.latest(KEY)).toBeUndefined();
  });
});

test('the renderings of one release are deleted, in memory and on the disk', async () => {
  const root = testFolder();
  const cache = createRenderCache(root);
  const other = `docs-2/${'ab'.repeat(32)}`;
  for (const key of [KEY, other]) await cache.put(key, rendering('stored'), true);
  await cache.drop('docs-1');
  for (const from of [cache, createRenderCache(root)]) {
    expect(await from.get(KEY, always)).toBeUndefined();
    expect(await from.get(other, always)).toEqual(rendering('stored'));
  }
});

test('the renderings of a release are deleted while others are written', async () => {
  const cache = createRenderCache(testFolder());
  const keys = Array.from(
    { length: 400 },
    (_, index) => `docs-1/${createHash('sha256').update(String(index)).digest('hex')}`,
  );
  const writing = keys.map((key) => cache.put(key, rendering('late'), true).catch(() => {}));
  await writing[0];
  await expect(cache.drop('docs-1')).resolves.toBeUndefined();
  await Promise.all(writing);
});

test('an invalid key reads no file', async () => {
  expect(await createRenderCache(testFolder()).get('../../etc/passwd', always)).toBeUndefined();
});

test('the oldest files are deleted until the folder is small enough', async () => {
  const root = testFolder();
  const cache = createRenderCache(root);
  const keys = ['a', 'b', 'c'].map((letter) => `docs-1/${letter.repeat(64)}`);
  for (const [index, key] of keys.entries()) {
    await cache.put(key, rendering('x'.repeat(1_000)), true);
    const [owner = '', digest = ''] = key.split('/');
    const file = path.join(root, owner, digest.slice(0, 2), `${digest.slice(2)}.json`);
    await utimes(file, index + 1, index + 1);
  }
  await cache.prune(2_500);
  const left = await Promise.all(keys.map((key) => createRenderCache(root).get(key, always)));
  expect(left.map((one) => one !== undefined)).toEqual([false, true, true]);
});

test('an app over its share loses its oldest renderings, and no other app does', async () => {
  const root = testFolder();
  const cache = createRenderCache(root);
  const keysOf = (app: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${app}-${'c'.repeat(16)}/${index}${'0'.repeat(63)}`);
  const [large, small] = [keysOf('large-shop', 8), keysOf('docs', 2)];
  for (const [index, key] of [...small, ...large].entries()) {
    await cache.put(key, rendering('x'.repeat(1_000)), true);
    const [owner = '', digest = ''] = key.split('/');
    const file = path.join(root, owner, digest.slice(0, 2), `${digest.slice(2)}.json`);
    await utimes(file, index + 1, index + 1);
  }
  await cache.prune(6_000);
  const isLeft = async (key: string) => (await createRenderCache(root).get(key, always)) !== undefined;
  expect(await Promise.all(small.map(isLeft))).toEqual([true, true]);
  expect(await Promise.all(large.map(isLeft))).toEqual([...Array(5).fill(false), true, true, true]);
});

test('a rendering that no visitor asked for is on the disk only, and in memory below the reserve of the disk', async () => {
  const [root, low] = [testFolder(), testFolder()];
  for (const [folder, isLow] of [
    [root, false],
    [low, true],
  ] as const) {
    const cache = createRenderCache(folder, async () => isLow);
    await cache.put(KEY, rendering('stored'), true, false);
    expect(await cache.get(KEY, always, true, false)).toEqual(rendering('stored'));
    expect(await filesIn(folder)).toHaveLength(isLow ? 0 : 1);
    for (const file of await filesIn(folder)) await rm(file);
    expect((await cache.latest(KEY)) !== undefined).toBe(isLow);
  }
});

test('a rendering in memory is replaced by one that is on the disk only', async () => {
  const cache = createRenderCache(testFolder());
  await cache.put(KEY, rendering('old'), true);
  await cache.put(KEY, rendering('new'), true, false);
  expect((await cache.latest<{ html: string }>(KEY))?.value.html).toBe('new');
});

test('a rendering is stored only in memory below the reserve of the disk', async () => {
  const root = testFolder();
  const cache = createRenderCache(root, async () => true);
  await cache.put(KEY, rendering('stored'), true);
  expect(await cache.get(KEY, always)).toEqual(rendering('stored'));
  expect(await filesIn(root)).toEqual([]);
});
