import fc from 'fast-check';
import { hash } from 'ohash';
import { describe, expect, it } from 'vitest';
import {
  islandKey,
  islandRequest,
  normalizeIslandProps,
  parseIslandKey,
  parseIslandProps,
} from '../../../src/contract/page/island.ts';

const nested = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

describe('islandKey', () => {
  it('returns the name and a hash without - and _', () => {
    expect(islandKey('LatestPosts', { limit: 3 }, hash)).toMatch(/^LatestPosts_[A-Za-z\d]{20,43}$/);
    expect(islandKey('a', {}, () => 'x-y_z-')).toBe('a_xyz');
  });

  it('ignores missing props and the order of keys', () => {
    expect(islandKey('A', undefined, hash)).toBe(islandKey('A', {}, hash));
    expect(islandKey('A', { a: 1, b: 2 }, hash)).toBe(islandKey('A', { b: 2, a: 1 }, hash));
  });

  it('differs by name and by props', () => {
    const keys = [
      islandKey('A', {}, hash),
      islandKey('B', {}, hash),
      islandKey('A', { a: 1 }, hash),
      islandKey('A', { a: '1' }, hash),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  it('is reproducible from the request', () => {
    const props = fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      fc.jsonValue({ maxDepth: 4 }),
    );
    fc.assert(
      fc.property(fc.constantFrom('Posts', 'Open_Roles', 'x.y-z'), props, (name, given) => {
        const key = islandKey(name, given, hash);
        const [address, init] = islandRequest(key, given, 'abc');
        const url = new URL(address, 'https://a.example');
        const parsed = parseIslandProps(init?.body ?? url.searchParams.get('props') ?? undefined);
        expect(parseIslandKey(key)?.name).toBe(name);
        expect(url.searchParams.get('composition')).toBe('abc');
        fc.pre(parsed.ok);
        if (parsed.ok) expect(islandKey(name, parsed.props, hash)).toBe(key);
      }),
    );
  });
});

describe('parseIslandKey', () => {
  it.each([
    ['Posts_abc123', { name: 'Posts', hash: 'abc123' }],
    ['Open_Roles_abc', { name: 'Open_Roles', hash: 'abc' }],
    ['a.b-c_X', { name: 'a.b-c', hash: 'X' }],
    ['Posts', null],
    ['Posts_', null],
    ['_abc', null],
    ['1Posts_abc', null],
    ['../x_abc', null],
    ['Posts/../x_abc', null],
    ['Posts_a-b', null],
    ['Posts_a/b', null],
    ['', null],
    [`P_${'a'.repeat(129)}`, null],
  ])('parses %j', (key, value) => {
    expect(parseIslandKey(key)).toEqual(value);
  });
});

describe('parseIslandProps', () => {
  it.each<[text: string | undefined, props: object]>([
    [undefined, {}],
    ['', {}],
    ['{}', {}],
    ['{"limit":3}', { limit: 3 }],
    ['{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
  ])('accepts %j', (text, props) => {
    expect(parseIslandProps(text)).toEqual({ ok: true, props });
  });

  it.each([
    ['broken JSON', '{', 400, 'Invalid island request props'],
    ['an array', '[]', 400, 'Invalid island request props'],
    ['null', 'null', 400, 'Invalid island request props'],
    ['a __proto__ key', '{"__proto__":{"a":1}}', 400, 'Invalid island request props'],
    ['an inner __proto__ key', '{"a":[{"__proto__":1}]}', 400, 'Invalid island request props'],
    ['65 levels', nested(65), 400, 'Island request props too deeply nested'],
    [
      '30000 levels',
      `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      400,
      'Island request props too deeply nested',
    ],
    ['more than 64 KiB', JSON.stringify({ a: 'x'.repeat(65_536) }), 413, 'Island request props too large'],
    [
      'more than 64 KiB of UTF-8',
      JSON.stringify({ a: 'é'.repeat(33_000) }),
      413,
      'Island request props too large',
    ],
  ])('rejects %s', (_, text, status, message) => {
    expect(parseIslandProps(text)).toEqual({ ok: false, status, message });
  });

  it('accepts exactly 64 levels and exactly 64 KiB', () => {
    expect(parseIslandProps(nested(64)).ok).toBe(true);
    const frame = JSON.stringify({ a: '' }).length;
    expect(parseIslandProps(JSON.stringify({ a: 'x'.repeat(65_536 - frame) })).ok).toBe(true);
  });
});

describe('normalizeIslandProps', () => {
  it('drops values that JSON cannot contain', () => {
    expect(normalizeIslandProps({ a: undefined, b: () => 1, c: Number.NaN, d: [undefined] })).toEqual({
      c: null,
      d: [null],
    });
  });
});

describe('islandRequest', () => {
  it('leaves empty props out', () => {
    expect(islandRequest('A_1', {}, 'abc')).toEqual(['/__nuxt_island/A_1.json?composition=abc']);
    expect(islandRequest('A_1', { a: 1 }, 'abc')).toEqual([
      '/__nuxt_island/A_1.json?composition=abc&props=%7B%22a%22%3A1%7D',
    ]);
  });

  it.each([
    ['ASCII', 'x', 2048],
    ['text of nine times its length when encoded', '東', 240],
  ])('posts %s when the address would exceed 2 KB', (_, text, times) => {
    const props = { text: text.repeat(times) };
    expect(islandRequest('A_1', props, 'abc')).toEqual([
      '/__nuxt_island/A_1.json?composition=abc',
      { method: 'POST', body: JSON.stringify(props) },
    ]);
    const [url, init] = islandRequest('A_1', { text: text.repeat(times / 2) }, 'abc');
    expect([url.length < 2048, init]).toEqual([true, undefined]);
  });
});
