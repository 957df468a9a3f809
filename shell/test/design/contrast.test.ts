import { describe, expect, it } from 'vitest';
import { contrast } from './oklch.ts';
import { token } from './tokens.ts';

const GROUNDS = ['--ground', '--surface', '--surface-2'];
const TEXTS = ['--ink', '--ink-dim', '--volt', '--info', '--coral'];
const CODE = ['--code-key', '--code-string', '--code-number', '--code-name', '--code-comment'];
const pairs: [text: string, ground: string, ratio: number][] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground, 4.5] as [string, string, number])),
  ...CODE.map((text) => [text, '--surface', 4.5] as [string, string, number]),
  ['--on-volt', '--volt-fill', 4.5],
  ['--volt-fill', '--on-volt', 4.5],
  ['--ground', '--ink', 4.5],
  ['--edge', '--ground', 3],
  ['--edge', '--surface', 3],
  ['--volt-line', '--ground', 3],
];

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  it.each(pairs)('%s on %s has a contrast of at least %d', (text, ground, ratio) => {
    expect(contrast(token(text)[scheme], token(ground)[scheme])).toBeGreaterThanOrEqual(ratio);
  });
});

it('measures black on white as 21', () => {
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
});
