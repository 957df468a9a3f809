import { expect, it } from 'vitest';
import { librariesOf } from '../../../src/build/federation/chunk-libraries.ts';

it('finds the files whose modules a chunk imports, each once', () => {
  const digest = 'a'.repeat(64);
  const modules = [`/entries/library.${digest}.0.cjs`, `/entries/library.${digest}.1.cjs`, '/src/library.ts'];
  const chunkGraph = {
    getChunkModulesIterable: () => modules.map((file) => ({ nameForCondition: () => file })),
  };
  expect(librariesOf(chunkGraph as never, {} as never)).toEqual([digest]);
});
