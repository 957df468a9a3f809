/**
 * Runs the scripts of a document like a browser: the inline script, and the ES modules that it imports. No request is
 * sent.
 */
import vm from 'node:vm';

/** Path on the site → source, and its name in stacks. */
export type Scripts = Record<string, Script>;

interface Script {
  source: string;
  name: string;
  /**
   * The code cache of V8 from the first page with this script: each page evaluates its own modules in its own window.
   */
  compiled?: Buffer;
}

export interface PageModulesOptions {
  /** The window, which is the context of the scripts. */
  context: object;
  /** URL of the document. */
  url: string;
  scripts: Scripts;
  /** The import map of the composition. */
  imports: Record<string, string>;
}

type Namespace = Promise<vm.SourceTextModule>;

/** Node's types lack it. */
interface Cached {
  createCachedData(): Buffer;
}

export function createPageModules({ context, url, scripts, imports }: PageModulesOptions) {
  const known = new Map<string, vm.SourceTextModule>();
  const running = new Map<string, Namespace>();
  const paths = new Map<string, string>();
  const resolve = (specifier: string, from: string): string => {
    const { pathname } = new URL(specifier, new URL(from, url));
    return imports[pathname] ?? pathname;
  };
  const load = (path: string): vm.SourceTextModule => {
    const loaded = known.get(path);
    if (loaded) return loaded;
    const script = Object.hasOwn(scripts, path) ? scripts[path] : undefined;
    if (!script) throw new Error(`${path} is not in the composition`);
    const { source, name, compiled } = script;
    const module = new vm.SourceTextModule(source, {
      identifier: name,
      context,
      ...(compiled && { cachedData: compiled }),
      initializeImportMeta: (meta) => void Object.assign(meta, { url: new URL(path, url).href }),
      importModuleDynamically: (specifier: string) => evaluate(resolve(specifier, path)),
    });
    script.compiled ??= (module as vm.SourceTextModule & Cached).createCachedData();
    known.set(path, module);
    paths.set(name, path);
    return module;
  };
  const start = async (path: string): Namespace => {
    const module = load(path);
    if (module.status === 'unlinked')
      await module.link((specifier, from) => load(resolve(specifier, paths.get(from.identifier) ?? '/')));
    await module.evaluate();
    return module;
  };
  const evaluate = (path: string): Namespace => {
    const started = running.get(path) ?? start(path);
    running.set(path, started);
    return started;
  };
  return {
    /** @returns the exports of a module, evaluated once. */
    importModule: async (path: string) => (await evaluate(path)).namespace,
    /** A classic script of the document. */
    runInline(source: string): void {
      const importModuleDynamically = ((specifier: string) => evaluate(resolve(specifier, url))) as never;
      new vm.Script(source, {
        filename: 'the inline script',
        importModuleDynamically,
      }).runInContext(context);
    },
  };
}

/** @returns the value of an expression in a window, made of that window's own intrinsics. */
export function inWindow<Value>(context: object, expression: string): Value {
  return vm.runInContext(expression, context) as Value;
}
