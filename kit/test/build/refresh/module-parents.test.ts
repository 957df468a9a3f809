import type { Compilation } from 'webpack';
import { expect, it } from 'vitest';
import { moduleParents } from '../../../src/build/refresh/module-parents.ts';

/** Module → those that import it; a name with a question mark is no module of the files. */
const IMPORTS: Record<string, (string | null)[]> = {
  page: [null],
  card: ['page', 'page', 'list', 'gone?'],
  list: ['page', 'list'],
  'gone?': ['page'],
};

it('says which modules import which, once, by the ids of the files', () => {
  const compilation = {
    modules: Object.keys(IMPORTS),
    chunkGraph: { getModuleId: (name: string) => (name.endsWith('?') ? null : name) },
    moduleGraph: {
      getIncomingConnections: (name: string) => IMPORTS[name]!.map((originModule) => ({ originModule })),
    },
  };
  expect(moduleParents(compilation as unknown as Compilation)).toEqual({
    card: ['list', 'page'],
    list: ['page'],
  });
});
