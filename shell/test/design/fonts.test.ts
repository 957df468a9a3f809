import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const BUDGET_BYTES = 60_000;

it('keeps the fonts together within 60 KB', () => {
  const fonts = globSync('shell/fonts/*.woff2', { cwd: root });
  expect(fonts).toHaveLength(2);
  const bytes = fonts.reduce((sum, file) => sum + statSync(path.join(root, file)).size, 0);
  expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES);
});

it('covers every character that the content uses', () => {
  const recipe = readFileSync(path.join(root, 'shell/fonts/build-fonts.ts'), 'utf8');
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
