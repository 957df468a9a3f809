import { expect, test } from 'vitest';
import {
  MAX_MAP_BYTES,
  parseSourcePositions,
} from '../../../../src/observing/errors/failures/source-positions.ts';

const map = (parts: object): Buffer =>
  Buffer.from(
    JSON.stringify({ version: 3, sources: ['src/home.tsx'], names: [], mappings: ';AAWA', ...parts }),
  );

test('a position of the script is one of its source', () => {
  const found = parseSourcePositions(map({}));
  expect(found?.find(2, 30)).toBe('src/home.tsx:12');
  expect([found?.find(1, 1), found?.find(3, 1), found?.find(0, 1), found?.find(2, 0)]).toEqual(
    Array(4).fill(undefined),
  );
});

test.each([
  ['that is no JSON', Buffer.from('{')],
  ['that is not an object', Buffer.from('null')],
  ['of another version', map({ version: 2 })],
  ['in sections', Buffer.from('{"version":3,"sections":[]}')],
  ['without mappings', map({ mappings: 7 })],
  ['larger than a map should be', Buffer.concat([map({}), Buffer.alloc(MAX_MAP_BYTES, ' ')])],
])('a map %s is none', (_, json) => {
  expect(parseSourcePositions(json)).toBeUndefined();
});

test.each([
  ['mappings that are rubbish', { mappings: '€%$,;;!!' }],
  ['a number without end', { mappings: 'g'.repeat(1_000) }],
  ['a segment without end', { mappings: 'A'.repeat(1_000) }],
  ['mappings that end within a number', { mappings: 'AAg' }],
  ['mappings that lead below the first line', { mappings: 'AADA' }],
  ['a source with a line break', { mappings: 'AAAA', sources: ['src/a.ts\n{"level":60}'] }],
  ['a source with an escape', { mappings: 'AAAA', sources: ['\u001b[2Jsrc/a.ts'] }],
  ['a source that is endless', { mappings: 'AAAA', sources: ['a'.repeat(100_000)] }],
  ['a source that is none', { mappings: 'AAAA', sources: [{}] }],
  ['a source that is not there', { mappings: 'AAAA', sources: [] }],
])('a map with %s leads nowhere, and throws nothing', (_, parts) => {
  expect(parseSourcePositions(map(parts))?.find(1, 1)).toBeUndefined();
});

test('of several segments of a line it is the last before the column; a line goes on from the lines before it', () => {
  const found = parseSourcePositions(map({ sources: ['a.ts', 'b.ts'], mappings: 'AAAA,KAEA,KCCA,K;;AACA' }));
  const at = [
    [1, 1],
    [1, 6],
    [1, 11],
    [1, 16],
    [2, 1],
    [3, 9],
  ].map(([line, column]) => found?.find(line!, column!));
  expect(at).toEqual(['a.ts:1', 'a.ts:3', 'b.ts:4', undefined, undefined, 'b.ts:5']);
});
