import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { markUsed } from '../../../src/build/kept-files.ts';
import { createVersionCache } from '../../../src/build/images/version-cache.ts';

const MADE = {
  width: 2,
  height: 1,
  placeholder: 'data:,',
  versions: [
    { width: 1, type: 'image/avif', extension: '.avif', body: Buffer.from('small') },
    { width: 2, type: 'image/jpeg', extension: '.jpg', body: Buffer.from('large') },
  ],
};

function cacheIn() {
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-versions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, cache: createVersionCache(path.join(folder, 'pictures')) };
}

it('gives back what was written, to another build too', () => {
  const { folder, cache } = cacheIn();
  expect(cache.read('a')).toBeUndefined();
  cache.write('a', MADE);
  cache.write('a', MADE);
  expect(createVersionCache(path.join(folder, 'pictures')).read('a')).toEqual(MADE);
});

it('counts the age of what it gives from then', () => {
  const { folder, cache } = cacheIn();
  cache.write('a', MADE);
  const entry = path.join(folder, 'pictures/a');
  markUsed(entry, 0);
  cache.read('a');
  expect(statSync(entry).mtimeMs).toBeGreaterThan(0);
});

it('has nothing of what is not as it was written', () => {
  const { folder, cache } = cacheIn();
  cache.write('a', MADE);
  writeFileSync(path.join(folder, 'pictures/a/1.avif'), 'smell');
  expect(cache.read('a')).toBeUndefined();
});
