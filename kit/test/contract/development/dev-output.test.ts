import { expect, test } from 'vitest';
import { devOutput, sourceFolder } from '../../../src/contract/development/dev-output.ts';

test.each([
  ['/apps/blog', '/apps/blog/.cache/dev', '/apps/blog'],
  ['/apps/blog/', '/apps/blog/.cache/dev', '/apps/blog'],
  ['C:\\apps\\blog', 'C:\\apps\\blog/.cache/dev', 'C:\\apps\\blog'],
])('the folder of %s in which mfe dev builds leads back to its sources', (folder, output, sources) => {
  expect(devOutput(folder)).toBe(output);
  expect([output, output.replaceAll('/', '\\')].map(sourceFolder)).toEqual([
    sources,
    sources.replaceAll('/', '\\'),
  ]);
});

test('a folder that is not of mfe dev has its own sources', () => {
  expect(['/apps/blog', '/apps/blog/dist', '/apps/.cache/development'].map(sourceFolder)).toEqual([
    '/apps/blog',
    '/apps/blog/dist',
    '/apps/.cache/development',
  ]);
});
