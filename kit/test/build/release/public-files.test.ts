import { expect, it } from 'vitest';
import { readPublicFiles } from '../../../src/build/release/public-files.ts';
import { appOf } from '../fixtures/sample-app.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

function read(...files: string[]) {
  const root = temporaryFolder(Object.fromEntries(files.map((file) => [`public/${file}`, file])));
  const page = './src/page.tsx';
  const routes = [
    { id: 'blog.list', path: '/blog', page },
    { id: 'blog.about', path: '/blog/about.html', page },
  ];
  return readPublicFiles(appOf({ routes, keeps: ['/notes'] }, root));
}

it('serves a file at the path of its folder', () => {
  expect([...read('blog/press/kit.pdf', 'notes/old.png')]).toEqual([
    ['/blog/press/kit.pdf', Buffer.from('blog/press/kit.pdf')],
    ['/notes/old.png', Buffer.from('notes/old.png')],
  ]);
  expect([...read()]).toEqual([]);
});

it.each([
  ['outside its pages', 'kit.pdf', "outside of the app's pages: move it to public/blog/ or public/notes/"],
  ['at an address of another app', 'legal/kit.pdf', "outside of the app's pages"],
  ['at an address of the platform', 'assets/kit.pdf', "the platform's own"],
  ['with capitals', 'blog/Kit.pdf', 'has capitals'],
  ['with a space', 'blog/a kit.pdf', 'is none of a resource'],
  ['without an extension', 'blog/kit', 'no ending'],
  ['at the address of a page', 'blog/about.html', 'there is a page or resource'],
])('rejects a file %s', (_, file, reason) => {
  expect(() => read(file)).toThrow(
    expect.objectContaining({
      code: 'BUILD_PUBLIC',
      message: expect.stringContaining(reason) as string,
    }) as Error,
  );
});
