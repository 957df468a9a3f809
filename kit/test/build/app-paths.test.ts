import path from 'node:path';
import { expect, it } from 'vitest';
import { appPaths, resolveModule } from '../../src/build/app-paths.ts';
import { appOf } from './fixtures/sample-app.ts';

const root = path.resolve('/checkout/mfe-blog');

it('puts the release and the generated entries into folders of the app, apart', () => {
  expect(appPaths(root)).toEqual({
    root,
    dist: path.join(root, 'dist'),
    generated: path.join(root, '.cache/entries'),
  });
});

it('finds a module of the config from the folder of the app', () => {
  expect(resolveModule(appOf({}, root), './src/pages/list.tsx')).toBe(path.join(root, 'src/pages/list.tsx'));
});
