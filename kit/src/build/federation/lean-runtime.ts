/**
 * The part of Module Federation's bundler runtime that this platform uses in the browser, in place of
 * `@module-federation/webpack-bundler-runtime` (kit/src/build/federation/plugin.ts swaps it in; MF_RUNTIME=upstream
 * keeps the package's own). Same container protocol and share-scope format, so containers built either way work
 * under hosts built either way (tests/contract/federation-interop). Left out: build-time `remotes`, runtime
 * plugins, layers, several share scopes. Ranges are checked for non-singletons only: admission checks the rest.
 * The contract with the plugin (`consumesLoadingData`, `initOptions`) is unchanged from 0.21 to 2.9.2.
 */
type Factory = () => unknown;
interface SharedVersion {
  version: string;
  get: () => Factory | Promise<Factory>;
  lib?: Factory;
  loaded?: boolean | 1;
  [extra: string]: unknown;
}
type Scope = Record<string, Record<string, SharedVersion>>;
interface Consumed {
  shareKey: string;
  shareScope: string[];
  fallback?: () => Factory | Promise<Factory>;
  singleton?: boolean;
  requiredVersion?: string;
}
interface WebpackRequire {
  S?: Record<string, Scope>;
  m: Record<string, (module: { exports: unknown }) => void>;
  c: Record<string, unknown>;
  o(object: object, key: string): boolean;
  federation: {
    initOptions: {
      name: string;
      shared?: Record<string, (SharedVersion & { scope: string[]; shareConfig: object })[]>;
    };
  };
  consumesLoadingData: {
    moduleIdToConsumeDataMapping: Record<string, Consumed>;
    initialConsumes: string[];
    chunkMapping: Record<string, string[]>;
  };
}

/** `^1.2.0` against `1.4.1`; other ranges are refused by the build. */
function satisfiesCaret(version: string, range: string | undefined): boolean {
  if (!range) return true;
  const [major, minor = 0, patch = 0] = version.split('.').map((part) => parseInt(part));
  const [wantMajor, wantMinor = 0, wantPatch = 0] = range
    .slice(1)
    .split('.')
    .map((part) => parseInt(part));
  return major === wantMajor && (minor > wantMinor || (minor === wantMinor && patch >= wantPatch));
}

/** Finds the one copy of a shared module; a copy that is already loaded wins ("loaded-first"). */
function find(require: WebpackRequire, id: string): Factory | Promise<Factory> {
  const { shareKey, shareScope, fallback, singleton, requiredVersion } =
    require.consumesLoadingData.moduleIdToConsumeDataMapping[id]!;
  const versions = require.S?.[shareScope[0]!]?.[shareKey] ?? {};
  const fitting = Object.values(versions).filter(
    (v) => singleton || satisfiesCaret(v.version, requiredVersion),
  );
  const shared = fitting.find((v) => v.loaded || v.lib) ?? fitting[0];
  if (!shared && !fallback) throw new Error(`Shared module "${shareKey}" is not provided by the shell`);
  if (shared?.lib) return shared.lib;
  const keep = (factory: Factory): Factory => {
    if (shared) Object.assign(shared, { lib: factory, loaded: true });
    return factory;
  };
  const factory = shared ? shared.get() : fallback!();
  return factory instanceof Promise ? factory.then(keep) : keep(factory);
}

function install(require: WebpackRequire, id: string, factory: Factory): void {
  require.m[id] = (module) => {
    delete require.c[id];
    module.exports = factory();
  };
}

const bundlerRuntime = {
  S: {},
  init({ webpackRequire }: { webpackRequire: WebpackRequire }) {
    const { name, shared = {} } = webpackRequire.federation.initOptions;
    const scopes = webpackRequire.S ?? {}; // emitted only where something is shared
    for (const [key, versions] of Object.entries(shared))
      for (const { version, scope, get, shareConfig } of versions) {
        const eager = (shareConfig as { eager?: boolean }).eager;
        for (const scopeName of scope)
          ((scopes[scopeName] ??= {})[key] ??= {})[version] ??= {
            version,
            get,
            from: name,
            scope,
            shareConfig,
            eager,
            ...(eager ? { loaded: 1 as const } : {}),
            useIn: [],
            deps: [],
            strategy: 'loaded-first',
          };
      }
    return { name, options: webpackRequire.federation.initOptions, shareScopeMap: scopes };
  },
  I: () => true,
  installInitialConsumes({ webpackRequire }: { webpackRequire: WebpackRequire }) {
    for (const id of webpackRequire.consumesLoadingData.initialConsumes)
      install(webpackRequire, id, () => (find(webpackRequire, id) as Factory)());
  },
  consumes(options: {
    webpackRequire: WebpackRequire;
    chunkId: string;
    promises: Promise<unknown>[];
    installedModules: Record<string, Promise<unknown> | 0>;
  }) {
    const { webpackRequire, chunkId, promises, installedModules } = options;
    for (const id of webpackRequire.consumesLoadingData.chunkMapping[chunkId] ?? []) {
      const pending = installedModules[id];
      if (pending) promises.push(pending);
      if (webpackRequire.o(installedModules, id)) continue;
      const loading = Promise.resolve()
        .then(() => find(webpackRequire, id))
        .then(
          (factory) => {
            installedModules[id] = 0;
            install(webpackRequire, id, factory);
          },
          (error: unknown) => {
            delete installedModules[id];
            install(webpackRequire, id, () => {
              throw error;
            });
          },
        );
      promises.push((installedModules[id] = loading));
    }
  },
  initContainerEntry(options: { webpackRequire: WebpackRequire; shareScope: Scope; shareScopeKey: string }) {
    const { webpackRequire, shareScope, shareScopeKey } = options;
    if (!webpackRequire.S) return;
    for (const [key, versions] of Object.entries(webpackRequire.S[shareScopeKey] ?? {}))
      for (const [version, shared] of Object.entries(versions)) (shareScope[key] ??= {})[version] ??= shared;
    webpackRequire.S[shareScopeKey] = shareScope;
    return true;
  },
};

export default { bundlerRuntime, bundlerRuntimeOptions: {}, runtime: {} };
