import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, type Oklch } from './oklch.ts';

const css = readFileSync(new URL('../../src/design/tokens.css', import.meta.url), 'utf8');

/** The colour of a token in each scheme: `light-dark(oklch(…), oklch(…))`, or one for both. */
function token(name: string): Record<'light' | 'dark', Oklch> {
  const value = new RegExp(`^  ${name}: (.*?);`, 'ms').exec(css)?.[1] ?? '';
  const colours = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(
    ([, l, c, h]) => [Number(l), Number(c), Number(h)] as const,
  );
  if (colours.length === 0) throw new Error(`${name} has no colour`);
  return { light: colours[0]!, dark: colours.at(-1)! };
}

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
