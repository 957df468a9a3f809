import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  foldPath,
  isTooDeep,
  normalizePath,
  splitUrl,
  withTrailingSlash,
} from '../../../src/contract/routing/url-path.ts';
import { attackText } from '../fixtures/attack-texts.ts';

const NORMAL: [input: string, normal: string][] = [
  ['', '/'],
  ['/', '/'],
  ['//', '/'],
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/about//', '/about'],
  ['//about', '/about'],
  ['/blog//a-post', '/blog/a-post'],
  ['\\blog\\a-post', '/blog/a-post'],
  ['/\\evil.com', '/evil.com'],
  ['/..//evil.com', '/evil.com'],
  ['/a/../b', '/b'],
  ['/a/./b', '/a/b'],
  ['/../../x', '/x'],
  ['/About', '/About'],
  ['/%61bout', '/about'],
  ['/caf%c3%a9', '/caf%C3%A9'],
  ['/café', '/caf%C3%A9'],
  ['/a b', '/a%20b'],
  ['/a%20b', '/a%20b'],
  ['/a%2fb', '/a%2Fb'],
  ['/a?b', '/a%3Fb'],
  ['/%7Euser', '/~user'],
  ['/a@b:c', '/a@b:c'],
  ['/a%40b%3ac', '/a@b:c'],
  ['/%2541', '/%2541'],
  ['/%252541', '/%252541'],
  ['/...', '/...'],
  ['/a..b', '/a..b'],
  ['/__proto__', '/__proto__'],
];

const REFUSED: [name: string, input: string][] = [
  ['an encoded dot segment', '/a/%2e%2e/b'],
  ['an encoded dot segment in capitals', '/%2E%2E/b'],
  ['a half encoded dot segment', '/.%2e/b'],
  ['an encoded single dot', '/a/%2e/b'],
  ['dots before an encoded slash', '/a/..%2fb'],
  ['dots after an encoded slash', '/a%2f..'],
  ['dots before an encoded backslash', '/a/..%5cb'],
  ['doubly encoded dots', '/a/%252e%252e/b'],
  ['triply encoded dots', '/%25252e%25252e'],
  ['doubly encoded dots and slash', '/%252e%252e%252fetc'],
  ['more than three layers of encoding', '/%25252541'],
  ['16,000 layers of encoding', `/%${'25'.repeat(16_000)}`],
  ['an encoded NUL', '/a%00b'],
  ['a doubly encoded NUL', '/a%2500b'],
  ['a raw control character', '/a\u0001b'],
  ['an encoded line end', '/a%0d%0aset-cookie'],
  ['a percent sign without digits', '/100%'],
  ['a percent sign with wrong digits', '/%zz'],
  ['cut-off UTF-8', '/%E0%A4'],
  ['overlong UTF-8', '/%c0%ae%c0%ae'],
  ['a lone surrogate', '/\uD800'],
];

describe('normalizePath', () => {
  it.each(NORMAL)('normalises %j to %j', (input, normal) => {
    expect(normalizePath(input)).toBe(normal);
  });

  it.each(REFUSED)('rejects %s', (_, input) => {
    expect(normalizePath(input)).toBeUndefined();
  });

  it('is idempotent, and returns the path that a URL parser reads', () => {
    fc.assert(
      fc.property(attackText(), (text) => {
        const once = normalizePath(text);
        if (once === undefined) return;
        expect(normalizePath(once)).toBe(once);
        expect(new URL(once, 'https://voltframe.example').href).toBe(`https://voltframe.example${once}`);
      }),
      { numRuns: 500 },
    );
  });
});

describe('foldPath', () => {
  it.each([
    ['/Blog/Old', '/blog/old'],
    ['/BLOG/%4FLD/', '/blog/old'],
    ['/CAF%C3%89', '/caf%C3%A9'],
    ['/a%2FB', '/a%2Fb'],
    ['/', '/'],
  ])('folds %j to %j', (input, folded) => {
    expect(foldPath(input)).toBe(folded);
  });

  it('rejects the same paths as normalizePath', () => {
    fc.assert(
      fc.property(
        attackText(),
        (text) => (foldPath(text) === undefined) === (normalizePath(text) === undefined),
      ),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(attackText(), (text) => foldPath(foldPath(text) ?? '/') === (foldPath(text) ?? '/')),
    );
  });
});

describe('withTrailingSlash', () => {
  it.each([
    ['/about', true, '/about/'],
    ['/about/', true, '/about/'],
    ['/about/', false, '/about'],
    ['/about///', false, '/about'],
    ['/', true, '/'],
    ['/', false, '/'],
    ['/about?a=1', true, '/about/?a=1'],
    ['/about/?a=1#x', false, '/about?a=1#x'],
    ['/about#x/', true, '/about/#x/'],
    ['/blog/feed.xml', true, '/blog/feed.xml'],
    ['/a.PNG', true, '/a.PNG'],
    ['/data/calendar.ics?v=1', true, '/data/calendar.ics?v=1'],
    ['/archive.7z', true, '/archive.7z'],
    ['/blog/v1.2', true, '/blog/v1.2/'],
    ['/blog.xml/post', true, '/blog.xml/post/'],
  ])('%j with %j is %j', (input, slash, output) => {
    expect(withTrailingSlash(input, slash)).toBe(output);
  });
});

describe('splitUrl', () => {
  it.each([
    ['/a', '/a', '', ''],
    ['/a?b=1', '/a', '?b=1', ''],
    ['/a#c', '/a', '', '#c'],
    ['/a?b#c', '/a', '?b', '#c'],
    ['/a#c?b', '/a', '', '#c?b'],
    ['/a?', '/a', '', ''],
    ['/a#', '/a', '', ''],
    ['?b', '', '?b', ''],
    ['#c', '', '', '#c'],
    ['', '', '', ''],
    ['/a?b=?c', '/a', '?b=?c', ''],
  ])('splits %j', (url, path, search, hash) => {
    expect(splitUrl(url)).toEqual({ path, search, hash });
  });
});

describe('isTooDeep', () => {
  it.each([
    ['64 segments', '/a'.repeat(64), false],
    ['65 segments', '/a'.repeat(65), true],
    ['65 segments by backslashes', '\\a'.repeat(65), true],
    ['64 segments with empty ones between', '//a\\'.repeat(64), false],
    ['the root', '/', false],
  ])('%s', (_, path, deep) => {
    expect(isTooDeep(path)).toBe(deep);
  });
});
