import { SHELL } from '../../../contract/release/composition.ts';
import type { Parents } from '../refresh-event.ts';
import {
  type Runtime,
  evaluateAnew,
  putFactories,
  type Factory,
  type WebpackRequire,
} from './exchange-modules.ts';
import type { PageFiles } from './page-files.ts';

export interface AppRuntimesPorts {
  files: PageFiles;
  importModules(address: string): Promise<Record<string, Factory>>;
  isComponent(value: unknown): boolean;
}

interface AppRuntime extends Runtime {
  /** Unhashed URL → address of the newest loaded file. */
  applied: Map<string, string>;
}

/** The apps with modules in this page. */
export function createAppRuntimes({ files, importModules, isComponent }: AppRuntimesPorts) {
  const runtimes = new Map<string, AppRuntime>();

  /**
   * Chunks that are not loaded yet come from the newest build, because the import map of a document cannot be
   * changed.
   */
  function loadNewest(app: string, { require, applied }: AppRuntime): void {
    const load = require.f?.j;
    if (!load) return;
    require.f!.j = (chunk, promises) => {
      const url = `/assets/${app}/${chunk}.js`;
      const address = new Map(files.newer(app)).get(url);
      if (address === undefined) return load(chunk, promises);
      applied.set(url, address);
      promises.push(importModules(address).then((modules) => void putFactories(require, modules)));
    };
  }

  return {
    /** Called for each evaluated module. @returns whether the app is new in the page, and older than its build */
    adopt(app: string, require: WebpackRequire): boolean {
      if (runtimes.get(app)?.require === require) return false;
      const runtime = { require, unfinished: new Set<string>(), applied: new Map<string, string>() };
      runtimes.set(app, runtime);
      if (app !== SHELL) loadNewest(app, runtime);
      return files.newer(app).length > 0;
    },
    /**
     * Installs an app's newest modules in the page.
     * @returns the reason to reload the page, if any
     * @throws the error of a module, or of its loading
     */
    async update(app: string, parents: Parents): Promise<string | undefined> {
      const runtime = runtimes.get(app);
      if (!runtime) return undefined;
      const { require, applied } = runtime;
      const wanted = files
        .newer(app)
        .filter(([url, address]) => url.endsWith('.js') && applied.get(url) !== address);
      if (wanted.some(([url]) => app === SHELL || url === `/assets/${app}/${app}.js`))
        return `what loads the modules of ${app} changed`;
      const modules = await Promise.all(wanted.map(([, address]) => importModules(address)));
      for (const [url, address] of wanted) applied.set(url, address);
      const changed = putFactories(require, Object.assign({}, ...modules) as Record<string, Factory>);
      return evaluateAnew(runtime, changed, parents, isComponent);
    },
  };
}
