import { expect, it } from 'vitest';
import { ageText } from '../../../src/contract/operations/age-text.ts';

const MINUTE = 60_000;

it.each([
  [-5, 'just now'],
  [59_999, 'just now'],
  [3.9 * MINUTE, '3 min ago'],
  [119 * MINUTE, '119 min ago'],
  [120 * MINUTE, '2 h ago'],
  [47.9 * 60 * MINUTE, '47 h ago'],
  [48 * 60 * MINUTE, '2 days ago'],
])('%i ms are %s', (ms, text) => expect(ageText(ms)).toBe(text));
