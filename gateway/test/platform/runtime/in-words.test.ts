import { expect, test } from 'vitest';
import { megabytes, waitingTime } from '../../../src/platform/runtime/in-words.ts';

const MB = 1024 * 1024;

test.each([
  [0, '0 MB'],
  [1, '0.1 MB'],
  [12.3 * MB, '12.3 MB'],
  [100 * MB + 1, '100.1 MB'],
  [1024 * MB, '1024 MB'],
])('%d bytes are written as %s', (bytes, text) => expect(megabytes(bytes)).toBe(text));

test.each([
  [-5, '1 min'],
  [1, '1 min'],
  [61_000, '2 min'],
  [3_600_000, '1 h 0 min'],
  [3 * 3_600_000 + 5 * 60_000, '3 h 5 min'],
])('%d ms are written as %s', (ms, text) => expect(waitingTime(ms)).toBe(text));
