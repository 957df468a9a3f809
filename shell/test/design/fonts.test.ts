import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
/**
 * With about 870 bytes of headers, seven segments of 1,460 bytes: a third of the bytes of a slow line in a round trip.
 */
const FIRST_BYTES = 9_350;
const recipe = readFileSync(path.join(root, 'shell/fonts/web-fonts.py'), 'utf8');

/** The characters of a constant of the recipe. */
const lettersOf = (name: string): string[] => [...new RegExp(`^${name} = r?'(.+)'$`, 'm').exec(recipe)![1]!];

it('limits each preloaded font to what a slow line carries in the first round trip beside two other files', () => {
  const fonts = globSync('shell/fonts/*.woff2', { cwd: root }).toSorted();
  expect(fonts.map((file) => path.basename(file))).toEqual([
    'archivo-rare.woff2',
    'archivo.woff2',
    'jetbrains-mono.woff2',
  ]);
  const sizes = fonts.slice(1).map((file) => statSync(path.join(root, file)).size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(FIRST_BYTES);
});

it('covers all characters of the content', () => {
  const covered = new Set(recipe);
  const files = globSync('mfe-*/content/**/*.{md,yaml}', { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  const missing = new Set<string>();
  for (const file of files) {
    for (const character of readFileSync(path.join(root, file), 'utf8')) {
      if (character > '~' && !covered.has(character)) missing.add(`${character} in ${file}`);
    }
  }
  expect([...missing]).toEqual([]);
});

it('declares exactly the rare letters in the unicode-range of their file', () => {
  const styles = readFileSync(path.join(root, 'shell/src/design/fonts.css'), 'utf8');
  const ranges = [...styles.matchAll(/unicode-range:([^;]+);/g)].flatMap(([, list]) => list!.split(','));
  const declared = ranges.flatMap((range) => {
    const [first, last = first] = range
      .replace(/\s*U\+/, '')
      .split('-')
      .map((code) => parseInt(code, 16));
    return Array.from({ length: last! - first! + 1 }, (_, i) => String.fromCodePoint(first! + i));
  });
  expect(declared.toSorted()).toEqual(lettersOf('RARE').toSorted());
  // A page with a letter of the first face alone does not load the second one.
  const [, text = ''] = /^PROSE = ascii_letters \+ digits \+ '(.+)'$/m.exec(recipe)!;
  const signs = text.replaceAll(/\\(?:u00a0)?/g, '');
  expect(declared.filter((letter) => /[a-z\d]/i.test(letter) || signs.includes(letter))).toEqual([]);
});
