import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { voltframe } from '../../src/testing/vitest-plugin.ts';
import { pictureOf, SVG } from '../build/images/sample-images.ts';
import { temporaryFolder } from '../temporary-folders.ts';

const root = temporaryFolder({
  'page.tsx': '',
  'mfe.config.ts': `export default { name: 'notes', routes: [{ id: 'notes.home', path: '/notes', page: './page.tsx' }], env: { PLAN: 'free' } };`,
});
const plugin = voltframe();
plugin.configResolved({ root });
const write = (name: string, body: Buffer): string => {
  writeFileSync(path.join(root, name), body);
  return path.join(root, name);
};

it('returns the picture of an imported image, whose text is its address', async () => {
  const module = await plugin.load(write('photo.jpg', await pictureOf(30, 20)));
  const { default: picture } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(module!)}`
  )) as { default: object };
  const src = expect.stringMatching(/^\/assets\/notes\/photo\.[0-9a-f]{10}\.jpg$/) as string;
  expect([picture, String(picture as unknown)]).toEqual([{ src, width: 30, height: 20, sources: [] }, src]);
});

it('returns the component of a drawing', async () => {
  expect(await plugin.load(`${write('logo.svg', SVG)}?react`)).toContain(`jsx('svg', { "width":"9000"`);
});

it('gives tests the public values of the config', async () => {
  expect((await plugin.config({ root })).test.env).toEqual({ PLAN: 'free' });
  expect((await plugin.config({ root: path.join(root, 'elsewhere') })).test.env).toEqual({});
});

it('rejects a defective image with the message of a build', async () => {
  await expect(plugin.load(write('photo.png', SVG))).rejects.toThrow(
    'photo.png is a svg image with another extension',
  );
});

it('ignores ids that are no imported image', async () => {
  const ids = ['/notes/page.tsx', '/notes/photo.jpg?url', '\0virtual.png', 'photo.jpg'];
  expect(await Promise.all(ids.map((id) => plugin.load(id)))).toEqual(ids.map(() => undefined));
});

it('resolves react-router to the façade, but not for the kit', () => {
  const kit = new URL('../../src/react/hooks.ts', import.meta.url).pathname;
  expect([
    plugin.resolveId('react-router-dom', '/notes/page.tsx'),
    plugin.resolveId('react-router', kit),
  ]).toEqual([expect.stringMatching(/testing\/react-router\.tsx$/), undefined]);
});
