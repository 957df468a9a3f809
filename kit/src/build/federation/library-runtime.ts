import { type Scope, sharedFactory } from './lean-runtime.ts';

/**
 * The file of a shared library, in the browser: a container of Module Federation with modules instead of exposes. The
 * browser evaluates a file once for all apps whose files are equal, because its address is the digest of its bytes.
 */
export interface Library {
  /**
   * Reads the platform's modules, and opens the libraries that it uses. The first call counts; a failed one does not.
   */
  init(scope: Scope): Promise<unknown>;
  /** @returns the exports of a module, evaluated once. */
  get(module: number): unknown;
}

/** Loads a script of the site by its address. */
export type Load = (address: string) => Promise<unknown>;

/** The `__webpack_require__` of a container or a library. */
export interface LibraryRequire {
  /** Address of a library → its `get`. The proxies of its modules read it. */
  libraries?: Record<string, Library['get']>;
  /** Name of a module of the platform → its exports. */
  consumed?: Record<string, unknown>;
}

/**
 * @param modules those that other code imports, each behind a function that evaluates it
 * @param consumed names of the platform's modules that it imports
 * @param uses addresses of the libraries whose modules it imports
 */
export function createLibrary(
  require: LibraryRequire,
  load: Load,
  modules: readonly (() => unknown)[],
  consumed: readonly string[],
  uses: readonly string[],
): Library {
  let ready: Promise<unknown> | undefined;
  const provided: Record<string, unknown> = (require.consumed = {});
  const open = (scope: Scope): Promise<unknown> =>
    Promise.all([
      ...consumed.map(async (name) => {
        const factory = await sharedFactory(scope, name);
        if (!factory) throw new Error(`Shared module "${name}" is not provided by the shell`);
        provided[name] = factory();
      }),
      ...uses.map((address) => openLibrary(require, load, scope, address)),
    ]);
  return {
    init: (scope) =>
      (ready ??= open(scope).catch((error: unknown) => {
        ready = undefined;
        throw error;
      })),
    get: (module) => modules[module]!(),
  };
}

/** Makes the modules of a library available to proxies. Rejects when it cannot be loaded. */
export async function openLibrary(
  require: LibraryRequire,
  load: Load,
  scope: Scope,
  address: string,
): Promise<void> {
  const library = (await load(address)) as Library;
  await library.init(scope);
  (require.libraries ??= {})[address] = library.get;
}
