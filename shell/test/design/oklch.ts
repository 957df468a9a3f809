import { readFileSync } from 'node:fs';

/** Lightness 0–1, chroma, hue in degrees. */
type Oklch = readonly [l: number, c: number, h: number];

/**
 * @returns red, green and blue of a colour given in OKLCH, linear and clipped to sRGB: 0–1.
 * Source of the matrices: Björn Ottosson, "A perceptual color space for image processing".
 */
function linear([l, c, h]: Oklch): [red: number, green: number, blue: number] {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const clip = (value: number): number => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
    clip(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
    clip(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z),
  ];
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: Oklch): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @returns `#080c14` */
export function hexOf(colour: Oklch): string {
  const encoded = linear(colour).map((value) =>
    value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055,
  );
  return `#${encoded
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** @returns contrast ratio (WCAG 2.2), 1 to 21. */
export function contrast(one: Oklch, other: Oklch): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((p, q) => p - q);
  return (high! + 0.05) / (low! + 0.05);
}

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
