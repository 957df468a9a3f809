import { expect, test } from 'vitest';
import { ownBytes } from '../../../src/platform/runtime/own-bytes.ts';

test('a small buffer is copied out of the larger one that it is part of', () => {
  const part = Buffer.from('a part');
  expect(part.buffer.byteLength).toBeGreaterThan(part.length);
  const own = ownBytes(part);
  expect([own.toString(), own.buffer.byteLength]).toEqual(['a part', 6]);
});

test('a buffer with memory of its own is returned as it is', () => {
  const own = Buffer.alloc(100_000);
  expect(ownBytes(own)).toBe(own);
});
