import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSafeFilePath } from '../../src/contract/names.ts';
import { attackText } from './fixtures/attack-texts.ts';

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
  ])('rejects %j', (path) => {
    expect(isSafeFilePath(path)).toBe(false);
  });

  it('accepts only paths that stay below the release', () => {
    fc.assert(
      fc.property(attackText('client/', 'data/'), (path) => {
        if (!isSafeFilePath(path)) return;
        expect(new URL(path, 'file:///release/').pathname).toBe(`/release/${path}`);
      }),
    );
  });
});
