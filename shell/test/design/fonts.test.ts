import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const BUDGET_BYTES = 30_000;
const recipe = readFileSync(path.join(root, 'shell/fonts/web-fonts.py'), 'utf8');

/** The characters of a constant of the recipe. */
const lettersOf = (name: string): string[] => [...new RegExp(`^${name} = '(.+)'$`, 'm').exec(recipe)![1]!];

it('limits the preloaded fonts to 30,000 bytes in total', () => {
  const fonts = globSync('shell/fonts/*.woff2', { cwd: root }).toSorted();
  expect(fonts.map((file) => path.basename(file))).toEqual([
    'archivo-rare.woff2',
    'archivo.woff2',
    'jetbrains-mono.woff2',
  ]);
  const bytes = fonts.slice(1).reduce((sum, file) => sum + statSync(path.join(root, file)).size, 0);
  expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES);
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
  expect(lettersOf('COMMON').filter((letter) => declared.includes(letter))).toEqual([]);
});
