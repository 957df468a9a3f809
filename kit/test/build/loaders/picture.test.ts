import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

type Loader = (this: object, body: Buffer) => Promise<string>;
const load = createRequire(import.meta.url)('../../../src/build/loaders/picture.cjs') as Loader;

it('fails with the defect of an image, without a stack of the build', async () => {
  const context = {
    getOptions: () => ({ pictures: async () => 'a.jpg is none' }),
    utils: { contextify: () => './src/a.jpg' },
  };
  await expect(load.call(context, Buffer.from(''))).rejects.toMatchObject({
    message: 'a.jpg is none',
    hideStack: true,
  });
});
