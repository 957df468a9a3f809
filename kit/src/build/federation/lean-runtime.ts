/**
 * A remote's container in the browser, in place of `@module-federation/webpack-bundler-runtime` and the code that the
 * package generates around it (kit/src/build/federation/plugin.ts swaps it in). Same container protocol and
 * share-scope format, so containers of the package work under this shell, and these containers under hosts of the
 * package (tests/contract/federation-interop.test.ts). Left out: build-time `remotes`, runtime plugins, layers,
 * several share scopes, fallbacks, and ranges: there is one copy of each shared module, and admission has checked its
 * version.
 */
type Factory = () => unknown;
interface SharedVersion {
  get(): Factory | Promise<Factory>;
  lib?: Factory;
  loaded?: boolean | 1;
}
export type Scope = Record<string, Record<string, SharedVersion>>;

export interface WebpackRequire {
  (module: string): unknown;
  /** Loads a chunk. */
  e(chunk: string): Promise<unknown>;
  /** The factories. */
  m: Record<string, (module: { exports: unknown }) => void>;
}

/**
 * @param exposes expose → its chunk or chunks, and its modules; the last module is exposed
 * @param consumes id of a module → shared module that replaces it
 */
export function createContainer(
  require: WebpackRequire,
  exposes: Record<string, [chunks: string | string[], ...modules: string[]]>,
  consumes: Record<string, string>,
) {
  return {
    /** Reads the modules of the host's share scope. The use of a missing module fails. */
    init: (scope: Scope): Promise<unknown> =>
      Promise.all(
        Object.entries(consumes).map(async ([id, key]) => {
          const factory = await sharedFactory(scope, key);
          require.m[id] = (module) => {
            if (!factory) throw new Error(`Shared module "${key}" is not provided by the shell`);
            module.exports = factory();
          };
        }),
      ),
    /** @returns the factory of an expose. Rejects when it cannot be loaded. */
    async get(expose: string): Promise<Factory> {
      const [chunks, ...modules] = exposes[expose] ?? [];
      if (!chunks) throw new Error(`Module "${expose}" does not exist in container.`);
      await Promise.all([chunks].flat().map((chunk) => require.e(chunk)));
      return () => modules.map((id) => require(id)).pop();
    },
  };
}

/** @returns the factory of a module of the share scope; undefined: the host does not provide it. */
export async function sharedFactory(scope: Scope, key: string): Promise<Factory | undefined> {
  const versions = Object.values(scope[key] ?? {});
  // A loaded copy takes precedence ("loaded-first").
  const shared = versions.find(({ lib, loaded }) => lib ?? loaded) ?? versions[0];
  const factory = shared && (shared.lib ??= await shared.get());
  if (shared) shared.loaded = 1;
  return factory;
}
