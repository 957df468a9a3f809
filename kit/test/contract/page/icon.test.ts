import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findIcon,
  isIconName,
  parseIconList,
  parseIconName,
  selectIcons,
  splitIconRequests,
} from '../../../src/contract/page/icon.ts';
import type { IconSet } from '../../../src/contract/page/icon.ts';

describe('parseIconName', () => {
  it.each([
    ['lucide:arrow-right', { prefix: 'lucide', name: 'arrow-right' }],
    ['i-lucide:arrow-right', { prefix: 'lucide', name: 'arrow-right' }],
    ['simple-icons:x', { prefix: 'simple-icons', name: 'x' }],
    ['i-lucide-arrow-right', null],
    ['lucide-x', null],
    ['lucide:', null],
    [':x', null],
    ['Lucide:x', null],
    ['lucide:a--b', null],
    ['lucide:a:b', null],
    ['lucide:../x', null],
    ['', null],
  ])('parses %j', (text, icon) => {
    expect(parseIconName(text)).toEqual(icon);
  });
});

describe('isIconName', () => {
  it.each([
    ['a-1', true],
    ['-a', false],
    ['a-', false],
    ['__proto__', false],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
  ])('%j: %j', (text, valid) => {
    expect(isIconName(text)).toBe(valid);
  });
});

describe('parseIconList', () => {
  it.each([
    ['a,b', { names: ['a', 'b'], invalid: [] }],
    ['b,a,b,', { names: ['a', 'b'], invalid: [] }],
    ['a,__proto__,B', { names: ['a'], invalid: ['B', '__proto__'] }],
    ['', null],
    [',,', null],
    [undefined, null],
    [Array.from({ length: 101 }, (_, index) => `i${index}`).join(','), null],
  ])('parses %j', (text, list) => {
    expect(parseIconList(text)).toEqual(list);
  });
});

describe('splitIconRequests', () => {
  const base = 'https://voltframe.example/api/_nuxt_icon';

  it('returns one request for all names if they fit, sorted and unique', () => {
    expect(splitIconRequests('lucide', ['b', 'a', 'b', 'BAD'], { base })).toEqual([
      { url: `${base}/lucide.json?icons=a%2Cb`, names: ['a', 'b'] },
    ]);
  });

  it('returns no request without a valid name', () => {
    expect(splitIconRequests('lucide', ['BAD', ''], { base })).toEqual([]);
  });

  it('counts encoded commas exactly', () => {
    const exact = `${base}/p.json?icons=aa%2Cbb`.length;
    expect(splitIconRequests('p', ['aa', 'bb'], { base, maxLength: exact })).toHaveLength(1);
    expect(splitIconRequests('p', ['aa', 'bb'], { base, maxLength: exact - 1 })).toHaveLength(2);
  });

  it('returns no URL over 500 characters, and loses no name', () => {
    const names = fc.array(fc.stringMatching(/^[a-z\d]{1,20}(-[a-z\d]{1,20}){0,2}$/), { maxLength: 80 });
    fc.assert(
      fc.property(names, (given) => {
        const requests = splitIconRequests('lucide', given, { base });
        for (const { url } of requests) {
          expect(new URL(url).href).toBe(url);
          expect(url.length).toBeLessThanOrEqual(500);
        }
        expect(requests.flatMap((request) => request.names)).toEqual([...new Set(given)].toSorted());
        for (const { url, names: asked } of requests) {
          expect(parseIconList(new URL(url).searchParams.get('icons') ?? '')?.names).toEqual(asked);
        }
      }),
    );
  });
});

const SET: IconSet = {
  prefix: 'p',
  width: 24,
  height: 24,
  icons: { a: { body: '<a/>' }, wide: { body: '<w/>', width: 48 } },
  aliases: {
    b: { parent: 'a' },
    c: { parent: 'b', rotate: 1 },
    d: { parent: 'c', rotate: 3 },
    loop: { parent: 'pool' },
    pool: { parent: 'loop' },
    orphan: { parent: 'nothing' },
  },
};

describe('findIcon', () => {
  it.each([
    ['a', { body: '<a/>', width: 24, height: 24 }],
    ['wide', { body: '<w/>', width: 48, height: 24 }],
    ['b', { body: '<a/>', width: 24, height: 24 }],
    ['c', { body: '<a/>', width: 24, height: 24, rotate: 1 }],
    ['loop', undefined],
    ['orphan', undefined],
    ['nothing', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('finds %j', (name, icon) => {
    expect(findIcon(SET, name)).toEqual(icon);
  });

  it('ignores a full turn', () => {
    expect(findIcon(SET, 'd')).not.toHaveProperty('rotate');
  });
});

describe('selectIcons', () => {
  it('lists names that do not exist', () => {
    expect(selectIcons(SET, ['a', 'x'])).toEqual({
      prefix: 'p',
      icons: { a: { body: '<a/>', width: 24, height: 24 } },
      not_found: ['x'],
    });
    expect(selectIcons(SET, ['a']).not_found).toEqual([]);
  });
});
