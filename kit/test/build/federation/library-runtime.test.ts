import { expect, it } from 'vitest';
import {
  type Library,
  type LibraryRequire,
  createLibrary,
  openLibrary,
} from '../../../src/build/federation/library-runtime.ts';

const react = { react: { '19.3.1': { get: () => () => 'react' } } };
const noLoad = (): never => {
  throw new Error('nothing is loaded');
};

it('provides the modules of the platform before it evaluates its own, each once', async () => {
  const require: LibraryRequire = {};
  let evaluated = 0;
  const library = createLibrary(
    require,
    noLoad,
    [() => [++evaluated, require.consumed!['react']]],
    ['react'],
    [],
  );
  await library.init(react);
  await library.init({});
  expect(library.get(0)).toEqual([1, 'react']);
});

it('names a module of the platform that the shell does not provide, and may be opened again', async () => {
  const library = createLibrary({}, noLoad, [], ['react'], []);
  await expect(library.init({})).rejects.toThrow('Shared module "react" is not provided by the shell');
  await expect(library.init(react)).resolves.toBeDefined();
});

/** A loader of one library, which fails the first time. */
function flakyLoader(library: Library) {
  const asked: string[] = [];
  const load = async (address: string): Promise<unknown> => {
    asked.push(address);
    if (asked.length === 1) throw new Error('no connection');
    return library;
  };
  return { asked, load };
}

it('opens the libraries that it uses, and again after a failed load', async () => {
  const base = createLibrary({}, noLoad, [() => 'base'], [], []);
  const { asked, load } = flakyLoader(base);
  const require: LibraryRequire = {};
  const library = createLibrary(require, load, [() => require.libraries!['/base.js']!(0)], [], ['/base.js']);
  await expect(library.init({})).rejects.toThrow('no connection');
  await library.init({});
  expect([library.get(0), asked]).toEqual(['base', ['/base.js', '/base.js']]);
});

it('makes the modules of an opened library available under its address', async () => {
  const require: LibraryRequire = {};
  const library = createLibrary({}, noLoad, [() => 'one', () => 'two'], [], []);
  await openLibrary(require, async () => library, {}, '/ui.js');
  expect(require.libraries!['/ui.js']!(1)).toBe('two');
});
