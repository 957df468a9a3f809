import { expect, it } from 'vitest';
import { createLibraryContainer } from '../../../src/build/federation/library-container.ts';
import { type LibraryRequire, createLibrary } from '../../../src/build/federation/library-runtime.ts';

/** A container whose page imports a library, and the scripts and chunks that it loads. */
function container() {
  const loaded: string[] = [];
  const library = createLibrary({}, async () => ({}), [() => 'the library'], [], []);
  const require = Object.assign(
    (id: string): unknown => (id === 'view' ? require.libraries!['/ui.js']!(0) : id),
    {
      m: {},
      e: async (chunk: string): Promise<unknown> => void loaded.push(chunk),
    },
  ) as ((id: string) => unknown) & LibraryRequire & { m: object; e(chunk: string): Promise<unknown> };
  const load = async (address: string): Promise<unknown> => {
    loaded.push(address);
    return library;
  };
  const exposes: Record<string, [string, string]> = {
    './page': ['page', 'view'],
    './plain': ['plain', 'plain'],
  };
  const made = createLibraryContainer(require as never, exposes, {}, { page: ['/ui.js'] }, load);
  return { ...made, require, loaded };
}

it('loads the libraries of a chunk beside it, before its modules are evaluated', async () => {
  const { init, get, loaded } = container();
  await init({});
  expect([(await get('./page'))(), loaded]).toEqual(['the library', ['page', '/ui.js']]);
});

it('loads no library for a chunk that imports none', async () => {
  const { init, get, loaded } = container();
  await init({});
  expect([(await get('./plain'))(), loaded]).toEqual(['plain', ['plain']]);
});

it('loads the libraries of a chunk that code of a page imports later', async () => {
  const { init, require, loaded } = container();
  await init({});
  await require.e('page');
  expect(loaded).toEqual(['page', '/ui.js']);
});
