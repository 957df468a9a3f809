import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

type Loader = (this: object, source: string) => string;
const load = createRequire(import.meta.url)('../../../src/build/loaders/svg-component.cjs') as Loader;

it('fails with the file and the defect of a drawing, without a stack of the build', () => {
  const context = { utils: { contextify: () => './src/a.svg' } };
  expect(() => load.call(context, '<p>')).toThrow(
    expect.objectContaining({ message: './src/a.svg is no SVG drawing', hideStack: true }) as Error,
  );
});
