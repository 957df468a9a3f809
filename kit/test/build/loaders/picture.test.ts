import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { pictureModule } from '../../../src/build/images/pictures.ts';

type Loader = (this: object, body: Buffer) => Promise<string>;
const load = createRequire(import.meta.url)('../../../src/build/loaders/picture.cjs') as Loader;

const picture = { src: '/assets/blog/a.1.jpg', width: 3, height: 2, sources: [] };

/** @param placed the versions of the image, or a defect. @returns the code of the module, and the emitted files */
async function run(placed: object | string, emit: boolean) {
  const emitted: string[] = [];
  const code = await load.call(
    {
      getOptions: () => ({ pictures: async () => placed, pictureModule, emit }),
      utils: { contextify: () => './src/a.jpg' },
      emitFile: (file: string) => emitted.push(file),
    },
    Buffer.from(''),
  );
  return { code, emitted };
}

it.each([
  [true, ['a.1.jpg']],
  [false, []],
])(
  'returns the same module for client and server, and emits files only with emit: %s',
  async (emit, files) => {
    const placed = { picture, files: new Map([['client/a.1.jpg', Buffer.from('x')]]) };
    const { code, emitted } = await run(placed, emit);
    const address = `data:text/javascript,${encodeURIComponent(code)}`;
    const { default: imported } = (await import(/* @vite-ignore */ address)) as { default: object };
    expect([String(imported as unknown), JSON.parse(JSON.stringify(imported)), emitted]).toEqual([
      picture.src,
      picture,
      files,
    ]);
  },
);

it('fails with the defect of an image, without a stack of the build', async () => {
  await expect(run('a.jpg is none', true)).rejects.toMatchObject({
    message: 'a.jpg is none',
    hideStack: true,
  });
});
