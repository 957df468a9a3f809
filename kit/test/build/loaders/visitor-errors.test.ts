import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';

const visitorErrors = createRequire(import.meta.url)('../../../src/build/loaders/visitor-errors.cjs') as (
  source: string,
) => string;

const folder = path.resolve(import.meta.dirname, '../../../src/errors');

const catalogues = globSync('*-errors.ts', { cwd: folder, exclude: ['define-errors.ts'] });

it.each(catalogues)('removes the texts for operators from %s', (file) => {
  const source = visitorErrors(readFileSync(path.join(folder, file), 'utf8'));
  const texts = source.split('\n').filter((line) => /^ *(?:why|fix):/.test(line) && !line.endsWith(": '',"));
  expect(texts).toEqual([]);
});

it('preserves the message for visitors', () => {
  const source = `{ X: {
    status: 404,
    message: 'Nothing here: {path}',
    why:
      'It isn\\'t there.',
    fix: "Add it, or don't: \\"why\\" is up to you.",
    fatal: true,
  } }`;
  expect(visitorErrors(source)).toBe(`{ X: {
    status: 404,
    message: 'Nothing here: {path}',
    why: '',
    fix: '',
    fatal: true,
  } }`);
});
