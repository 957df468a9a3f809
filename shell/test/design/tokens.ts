import { readFileSync } from 'node:fs';
import type { Oklch } from './oklch.ts';

const css = readFileSync(new URL('../../src/design/tokens.css', import.meta.url), 'utf8');

/** The colour of a token in each scheme: `light-dark(oklch(…), oklch(…))`, or one for both. */
export function token(name: string): Record<'light' | 'dark', Oklch> {
  const value = new RegExp(`^  ${name}: (.*?);`, 'ms').exec(css)?.[1] ?? '';
  const colours = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(
    ([, l, c, h]) => [Number(l), Number(c), Number(h)] as const,
  );
  if (colours.length === 0) throw new Error(`${name} has no colour`);
  return { light: colours[0]!, dark: colours.at(-1)! };
}
