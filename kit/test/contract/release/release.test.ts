import { expect, it, describe } from 'vitest';
import { assetUrl, mapOf } from '@voltframe/kit/contract/release/release';
import fc from 'fast-check';
import { APP_NAME, isSafeFilePath } from '../../../src/contract/release/release.ts';

it('leads from a file of a release to its address, and to its map, which has none', () => {
  expect(assetUrl('blog', 'client/page.3f2a.js')).toBe('/assets/blog/page.3f2a.js');
  expect(mapOf('client/page.3f2a.js')).toBe('maps/client/page.3f2a.js.map');
});

it.each([
  ['blog', true],
  ['case-studies', true],
  ['Blog', false],
  ['../blog', false],
  ['a'.repeat(32), false],
])('takes %j as the name of an app: %s', (name, taken) => expect(APP_NAME.test(name)).toBe(taken));

describe('isSafeFilePath', () => {
  it.each([
    'client/a.js',
    'client/a.0a1b.chunk.js',
    'data/posts/a-post.json',
    'server/server.cjs',
    'client/@scope~x.js',
    'client/__proto__',
  ])('accepts %j', (path) => {
    expect(isSafeFilePath(path)).toBe(true);
  });

  it.each([
    '',
    'client',
    'client/',
    '/client/a.js',
    'other/a.js',
    'release.json',
    'client/../server/a',
    'client/./a',
    'client//a',
    'client/.env',
    'client/..',
    'client\\a.js',
    'client/a\\..\\b',
    'client/a\u0000.js',
    'client/a b.js',
    'client/%2e%2e/a',
    'client/a.',
    'C:/client/a',
    'client/a:b',
    `client/${'a'.repeat(300)}`,
  ])('refuses %j', (path) => {
    expect(isSafeFilePath(path)).toBe(false);
  });

  it('accepts only paths that stay where they are', () => {
    const piece = fc.oneof(
      fc.constantFrom('client', 'data', '/', '.', '..', '\\', '%2e', '\u0000', 'a'),
      fc.string({ maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = pieces.join('');
        if (!isSafeFilePath(path)) return;
        expect(new URL(path, 'file:///release/').pathname).toBe(`/release/${path}`);
      }),
    );
  });
});
