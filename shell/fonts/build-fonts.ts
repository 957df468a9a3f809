// Writes the two web fonts of the site from their full variable sources, and the two faces that pictures for networks are
// lettered with (kit/src/build/cards). Run it after a change here:
//   node shell/fonts/build-fonts.ts
// The results are committed: a build of the site does not depend on this script or on harfbuzz.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

type Options = NonNullable<Parameters<typeof subsetFont>[2]>;
interface FontRecipe {
  source: string;
  target: string;
  text: string;
  options: Options;
}

const BUDGET_BYTES = 60 * 1024;
const require = createRequire(import.meta.url);

/** @returns all characters from `first` to `last` (code points, both included). */
const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('');

const ASCII = range(0x20, 0x7e);
// Names and words of western Europe, and what careful typesetting needs. Archivo has no arrows; those come from
// the monospace, next to it in the font stack.
const ACCENTED = 'ÀÁÂÃÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÜßàáâãäåæçèéêëíîïñòóôõöøùúûüýÿŒœŠšŽž';
const LATIN = ASCII + ACCENTED + '\u00a0©®°±·×–—‘’‚“”„•…‹›€−';
const MONO = ASCII + 'ÄÖÜßäöüéèà\u00a0©°±·×–—‘’“”•…€−←↑→↓↗↳■□●○│─└├█';

const FONTS: FontRecipe[] = [
  {
    source: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    target: 'archivo.woff2',
    text: LATIN,
    options: {
      variationAxes: {
        wght: { min: 400, max: 800, default: 400 },
        wdth: { min: 100, max: 125, default: 100 },
      },
      keepFeatures: ['kern', 'tnum'],
      noHinting: true,
    },
  },
  {
    source: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    target: 'jetbrains-mono.woff2',
    text: MONO,
    options: {
      variationAxes: { wght: { min: 400, max: 700, default: 400 } },
      // No `calt`: its ligatures turn != and => into other shapes, which misleads in code samples.
      keepFeatures: ['ccmp', 'mark', 'zero'],
      noHinting: true,
    },
  },
];

const CARD_FONTS: FontRecipe[] = [
  {
    ...FONTS[0],
    target: '../../kit/src/build/cards/fonts/archivo-wide.ttf',
    options: { variationAxes: { wght: 800, wdth: 125 }, keepFeatures: ['kern'], noHinting: true },
  },
  {
    ...FONTS[1],
    target: '../../kit/src/build/cards/fonts/jetbrains-mono.ttf',
    options: { variationAxes: { wght: 500 }, keepFeatures: [], noHinting: true },
  },
];
for (const { source, target, text, options } of CARD_FONTS) {
  const font = await subsetFont(await readFile(require.resolve(source)), text, {
    targetFormat: 'sfnt',
    ...options,
  });
  await writeFile(new URL(target, import.meta.url), font);
  console.log(`${target} ${font.length} bytes`);
}

let total = 0;
for (const { source, target, text, options } of FONTS) {
  const font = await subsetFont(await readFile(require.resolve(source)), text, {
    targetFormat: 'woff2',
    ...options,
  });
  await writeFile(new URL(target, import.meta.url), font);
  total += font.length;
  console.log(`${target} ${font.length} bytes`);
}
if (total > BUDGET_BYTES) throw new Error(`The fonts weigh ${total} bytes; the budget is ${BUDGET_BYTES}.`);
