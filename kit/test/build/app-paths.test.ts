import path from 'node:path';
import { expect, it } from 'vitest';
import { appPaths, resolveModule } from '../../src/build/app-paths.ts';
import { appOf } from './fixtures/sample-app.ts';

const root = path.resolve('/checkout/mfe-blog');

it('places the release and the generated entries in separate folders of the app', () => {
  expect(appPaths(root)).toEqual({
    root,
    dist: path.join(root, 'dist'),
    generated: path.join(root, '.cache/entries'),
  });
});

it('resolves a module of the config from the folder of the app', () => {
  expect(resolveModule(appOf({}, root), './src/pages/list.tsx')).toBe(path.join(root, 'src/pages/list.tsx'));
});
