import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readPublicFiles } from '../../../src/build/release/public-files.ts';
import { appOf } from '../fixtures/sample-app.ts';

function read(...files: string[]) {
  const root = mkdtempSync(path.join(tmpdir(), 'voltframe-public-'));
  for (const file of files) {
    const place = path.join(root, 'public', file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, file);
  }
  const page = './src/page.tsx';
  const routes = [
    { id: 'blog.list', path: '/blog', page },
    { id: 'blog.about', path: '/blog/about.html', page },
  ];
  return readPublicFiles(appOf({ routes, keeps: ['/notes'] }, root));
}

it('a file has the address that it lies at', () => {
  expect([...read('blog/press/kit.pdf', 'notes/old.png')]).toEqual([
    ['/blog/press/kit.pdf', Buffer.from('blog/press/kit.pdf')],
    ['/notes/old.png', Buffer.from('notes/old.png')],
  ]);
  expect([...read()]).toEqual([]);
});

it.each([
  ['outside of its pages', 'kit.pdf', "outside of the app's pages: move it to public/blog/ or public/notes/"],
  ['at another app’s address', 'legal/kit.pdf', "outside of the app's pages"],
  ['at the platform’s own', 'assets/kit.pdf', "the platform's own"],
  ['with capitals', 'blog/Kit.pdf', 'has capitals'],
  ['with a space', 'blog/a kit.pdf', 'is none of a resource'],
  ['without an ending', 'blog/kit', 'no ending'],
  ['where a page is', 'blog/about.html', 'there is a page or resource'],
])('refuses a file %s', (_, file, reason) => {
  expect(() => read(file)).toThrow(
    expect.objectContaining({
      code: 'BUILD_PUBLIC',
      message: expect.stringContaining(reason) as string,
    }) as Error,
  );
});
