import { expect, test } from 'vitest';
import { createAppSources } from '../../../../src/observing/errors/development/app-sources.ts';

const FILES: Record<string, string> = {
  '/apps/blog/src/list.tsx': 'list',
  '/apps/blog/content/posts/a.md': 'a',
  '/apps/blog/mfe.config.ts': 'config',
  '/apps/blog/dist/release.json': 'built',
  '/apps/secret.ts': 'secret',
  '/apps/blog/.env': 'secret',
};
/** Link → where it leads. */
const LINKS: Record<string, string> = { '/apps/blog/src/link.tsx': '/apps/secret.ts' };

const sources = createAppSources(
  [
    { app: 'blog', type: 'folder', folder: '/apps/blog' },
    { app: 'legal', type: 'origin', url: 'http://legal' },
  ],
  {
    async realpath(file) {
      const found = LINKS[file] ?? file;
      if (found !== '/apps/blog' && found !== '/apps/blog/src' && !(found in FILES))
        throw new Error('ENOENT');
      return found;
    },
    stat: async (file) => ({ isFile: () => file in FILES, size: file.length }),
    read: async (file) => FILES[file]!,
  },
);

test.each([
  ['src/list.tsx', 'list'],
  ['content/posts/a.md', 'a'],
  ['mfe.config.ts', 'config'],
])('finds %s', async (file, text) => {
  expect(await sources.find('blog', file)).toBe(`/apps/blog/${file}`);
  expect(await sources.read('blog', file)).toBe(text);
});

test.each([
  ['one that is not there', 'blog', 'src/gone.tsx'],
  ['a folder', 'blog', 'src'],
  ['what leads out of the folder', 'blog', 'src/../../secret.ts'],
  ['a link out of it', 'blog', 'src/link.tsx'],
  ['an absolute path', 'blog', '/apps/secret.ts'],
  ['what was built', 'blog', 'dist/release.json'],
  ['what is hidden', 'blog', '.env'],
  ['an option of an editor', 'blog', '--wait'],
  ['what a shell acts on', 'blog', 'src/a;b.tsx'],
  ['what an editor takes for a line', 'blog', 'src/list.tsx:1'],
  ['a path without end', 'blog', `src/${'a'.repeat(1_000)}.tsx`],
  ['a source of an app that is built elsewhere', 'legal', 'src/list.tsx'],
  ['one of no app', 'nobody', 'src/list.tsx'],
])('finds nothing for %s', async (_, app, file) => {
  expect(await sources.find(app, file)).toBeUndefined();
  expect(await sources.read(app, file)).toBeUndefined();
});
