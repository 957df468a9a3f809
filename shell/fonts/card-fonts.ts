// Writes the two faces that pictures for networks are lettered with (kit/src/build/cards) from their full variable
// sources. Run it after a change here:
//   node shell/fonts/card-fonts.ts
// The results are committed: a build of the site does not depend on this script or on harfbuzz. The fonts of pages:
// web-fonts.py.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** @returns all characters from `first` to `last` (code points, both included). */
const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('');

const ASCII = range(0x20, 0x7e);
// Names and words of western Europe, and what careful typesetting needs.
const LATIN = `${ASCII}ÀÁÂÃÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÜßàáâãäåæçèéêëíîïñòóôõöøùúûüýÿŒœŠšŽž\u00a0©®°±·×–—‘’‚“”„•…‹›€−`;
const MONO = ASCII + 'ÄÖÜßäöüéèà\u00a0©°±·×–—‘’“”•…€−←↑→↓↗↳■□●○│─└├█';

const FONTS = [
  {
    source: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    target: 'archivo-wide.ttf',
    text: LATIN,
    options: { variationAxes: { wght: 800, wdth: 125 }, keepFeatures: ['kern'] },
  },
  {
    source: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    target: 'jetbrains-mono.ttf',
    text: MONO,
    options: { variationAxes: { wght: 500 }, keepFeatures: [] },
  },
];
for (const { source, target, text, options } of FONTS) {
  const whole = await readFile(require.resolve(source));
  const font = await subsetFont(whole, text, { targetFormat: 'sfnt', noHinting: true, ...options });
  await writeFile(new URL(`../../kit/src/build/cards/fonts/${target}`, import.meta.url), font);
  console.log(`${target} ${font.length} bytes`);
}
