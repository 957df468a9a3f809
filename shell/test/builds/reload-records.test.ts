import { describe, expect, it } from 'vitest';
import { parseReloadRecords, rememberReload, shouldReload } from '../../src/builds/reload-records.ts';

describe('shouldReload', () => {
  it.each([
    ['an unknown path', {}, '/a', 0, true],
    ['the same path immediately', { '/a': 1000 }, '/a', 1000, false],
    ['the same path just before 10 s', { '/a': 1000 }, '/a', 10_999, false],
    ['the same path after 10 s', { '/a': 1000 }, '/a', 11_000, true],
    ['another path', { '/a': 1000 }, '/b', 1000, true],
    ['a clock that was set back', { '/a': 5000 }, '/a', 1000, false],
    ['a path named like a property', {}, 'constructor', 0, true],
  ])('decides for %s', (_, records, path, now, reload) => {
    expect(shouldReload(records, path, now)).toBe(reload);
  });

  it('guards two paths independently', () => {
    const records = rememberReload(rememberReload({}, '/a', 0), '/b', 1);
    expect(shouldReload(records, '/a', 2)).toBe(false);
    expect(shouldReload(records, '/b', 2)).toBe(false);
  });

  it('deletes expired records', () => {
    expect(rememberReload({ '/a': 0, '/b': 5000 }, '/c', 10_000)).toEqual({ '/b': 5000, '/c': 10_000 });
  });
});

describe('parseReloadRecords', () => {
  it.each([
    [null, {}],
    ['', {}],
    ['{', {}],
    ['[]', {}],
    ['null', {}],
    ['{"/a":1}', { '/a': 1 }],
    ['{"/a":"x","/b":2}', { '/b': 2 }],
  ])('reads %j', (text, records) => {
    expect(parseReloadRecords(text)).toEqual(records);
  });
});
