import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { MfeFont } from '../../contract/release/mfe-config.ts';
import { FONT_LIMITS } from '../../contract/release/release-schema.ts';
import { buildErrors } from '../../errors/build-errors.ts';
import { sha256 } from '../../packaging/sha256.ts';
import type { App } from '../app-paths.ts';
import { writeChanged } from '../release/write-release.ts';
import { faceName, faceStyles } from './font-faces.ts';

const require = createRequire(import.meta.url);
/** The package has no types. */
const subsetFont = require('subset-font') as (
  font: Buffer,
  text: string,
  options: { targetFormat: 'woff2'; keepFeatures: string[]; noHinting: boolean },
) => Promise<Buffer>;

/** The default characters: the letters of Europe's Latin alphabets, and typographic punctuation. */
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0x17f)}\u2010\u2013\u2014‘’‚“”„•…‹›€−←↑→↓`;
/** Features that browsers apply by default, and tabular figures. */
const FEATURES = ['ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'];

/** Cached by input, because a watching build needs them at every change of its content. */
const made = new Map<string, Buffer>();

/**
 * Subsets the fonts of an app, and writes them with their stylesheet into its cache folder.
 * @returns the stylesheet; undefined without fonts. @throws BUILD_FONT
 */
export async function makeFonts({ config, paths }: App): Promise<string | undefined> {
  const { fonts = [] } = config;
  if (fonts.length === 0) return undefined;
  const folder = path.join(paths.generated, 'fonts');
  mkdirSync(folder, { recursive: true });
  for (const font of fonts) {
    const whole = readFont(font, paths.root);
    const key = sha256(Buffer.concat([whole, Buffer.from(font.text ?? LATIN)]));
    const small = made.get(key) ?? (await cutFont(font, whole));
    made.set(key, small);
    writeChanged(path.join(folder, `${faceName(font)}.woff2`), small);
  }
  const styles = path.join(folder, 'faces.css');
  writeChanged(styles, faceStyles(fonts));
  return styles;
}

/** @returns the existing files of the app's fonts, relative to its folder. */
export function fontFiles({ config: { fonts = [] }, paths: { root } }: App): string[] {
  return fonts.map(({ file }) => file).filter((file) => existsSync(path.join(root, file)));
}

/** @param root of the app. @returns the file of a font. @throws BUILD_FONT */
function readFont({ file }: MfeFont, root: string): Buffer {
  const size = statSync(path.join(root, file), { throwIfNoEntry: false })?.size;
  if (size === undefined) throw buildErrors.FONT({ file, reason: 'it does not exist' });
  if (size > FONT_LIMITS.source)
    throw buildErrors.FONT({ file, reason: `it has ${size} bytes, ${FONT_LIMITS.source} are allowed` });
  return readFileSync(path.join(root, file));
}

/**
 * @param whole the complete font file.
 * @returns the subset as WOFF2, deterministic.
 * @throws BUILD_FONT
 */
export async function cutFont({ file, text = LATIN }: MfeFont, whole: Buffer): Promise<Buffer> {
  const options = { targetFormat: 'woff2' as const, keepFeatures: FEATURES, noHinting: true };
  const small = await subsetFont(whole, text, options).catch(() => {
    throw buildErrors.FONT({ file, reason: 'it is no font (TTF, OTF, WOFF or WOFF2), or a broken one' });
  });
  if (small.length <= FONT_LIMITS.bytes) return small;
  const reason = `with the characters that are kept it has ${small.length} bytes, ${FONT_LIMITS.bytes} are allowed`;
  throw buildErrors.FONT({ file, reason });
}

function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('');
}
