import { expect, it } from 'vitest';
import { isSafeFilePath } from '../../../src/contract/names.ts';
import { libraryFile, libraryUrl } from '../../../src/contract/release/library-file.ts';
import { assetUrl } from '../../../src/contract/release/release.ts';

it('gives the file of a shared library the same address in each app, and any other file one of its app', () => {
  const digest = 'a'.repeat(64);
  expect(isSafeFilePath(libraryFile(digest))).toBe(true);
  expect([assetUrl('blog', libraryFile(digest)), assetUrl('shop', libraryFile(digest))]).toEqual([
    libraryUrl(digest),
    libraryUrl(digest),
  ]);
  expect(libraryUrl(digest)).toBe(`/assets/-/${digest}.js`);
  expect(assetUrl('blog', 'client/-.0123456789.js')).toBe('/assets/blog/-.0123456789.js');
});
