import { z } from 'zod';
import type { MfeConfig, MfeFont } from '../../contract/release/mfe-config.ts';
import { FONT_LIMITS } from '../../contract/release/release-schema.ts';

const WEIGHT = /^[1-9]\d{0,2}(?: [1-9]\d{0,2})?$/;
const FONT_FILE = /^\.\/(?!.*\.\.)[\w./-]+\.(?:ttf|otf|woff2?)$/i;

/** @returns the defects of the fonts of a config. */
export function* fontIssues({ name, kind, fonts = [] }: MfeConfig): Generator<string> {
  if (fonts.length > 0 && kind === 'shell')
    yield 'fonts are of remotes: those of the shell are on every page, and in its own stylesheet';
  const schema = faceSchema(name);
  for (const [at, font] of fonts.entries()) {
    const [issue] = schema.safeParse(font).error?.issues ?? [];
    if (issue) yield `fonts.${[at, ...issue.path].join('.')}: ${issue.message}`;
    else if (fonts.slice(0, at).some((other) => faceName(other) === faceName(font)))
      yield `fonts.${at}: ${font.family} has two files of this weight and style`;
  }
  if (fonts.length > FONT_LIMITS.faces)
    yield `fonts has ${fonts.length} files, ${FONT_LIMITS.faces} are allowed`;
}

function faceSchema(app: string) {
  return z.strictObject({
    // Font families are global in a document, so their names contain the app's name.
    family: z
      .string()
      .regex(new RegExp(`^${app}_[\\w-]{1,40}$`), `the name of a family begins with ${app}_ (${app}_serif)`),
    file: z.string().regex(FONT_FILE, 'not a file of the app (./fonts/serif.ttf: .ttf, .otf, .woff, .woff2)'),
    weight: z.string().regex(WEIGHT, "not a weight ('400'; of a variable font '400 700')").optional(),
    style: z.enum(['normal', 'italic']).optional(),
    text: z.string().min(1).max(FONT_LIMITS.characters).optional(),
    preload: z.boolean().optional(),
  });
}

/** @returns the name of a font's file: `blog_serif-400-italic`. */
export function faceName({ family, weight = '400', style = 'normal' }: MfeFont): string {
  return `${family}-${weight.replace(' ', '-')}-${style}`;
}

/** @returns the stylesheet with the `@font-face` rules of the fonts in the same folder. */
export function faceStyles(fonts: MfeFont[]): string {
  return fonts
    .map(
      (font) => `@font-face {
  font-family: ${font.family};
  src: url('./${faceName(font)}.woff2') format('woff2');
  font-weight: ${font.weight ?? '400'};
  font-style: ${font.style ?? 'normal'};
  font-display: swap;
}
`,
    )
    .join('');
}

/** @param css all styles of a page. @returns names of the fonts of its text, which are preloaded. */
export function preloadedFaces(fonts: MfeFont[], css: string): string[] {
  const used = css.replaceAll(/@font-face\s*\{[^}]*\}/g, '');
  const wanted = fonts.filter(
    ({ family, preload = true }) => preload && new RegExp(`(?<![\\w-])${family}(?![\\w-])`).test(used),
  );
  return wanted.map(faceName);
}

/**
 * @returns names of the files for some characters only (`unicode-range`), which browsers fetch at need.
 */
export function facesOfSomeLetters(css: string): string[] {
  const rules = [...css.matchAll(/@font-face\s*\{[^}]*\}/g)].map(([rule]) => rule);
  return rules
    .filter((rule) => /unicode-range\s*:/.test(rule))
    .flatMap((rule) => [...rule.matchAll(/([^/"'()]+\.woff2)/g)].map(([, name]) => name!));
}
