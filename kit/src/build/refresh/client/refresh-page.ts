import { SHELL } from '../../../contract/release/composition.ts';
import type { BuildEvent, LiveEvent, Parents, RefreshEvent } from '../refresh-event.ts';
import { createTurns } from '../../turns.ts';
import type { PageFiles } from './page-files.ts';
import type { PageProblems } from './problems/page-problems.ts';

export interface PagePorts {
  files: PageFiles;
  importModules(address: string): Promise<Record<string, Factory>>;
  isComponent(value: unknown): boolean;
  /** Id of the composition that the document came from. */
  composition: string;
  /**
   * Resolves when newer code may be installed: after the first page is hydrated, because it may not match its HTML.
   */
  ready: Promise<unknown>;
  /** @param url unhashed. @returns whether the page has requested the script, in any version */
  hasLoaded(url: string): boolean;
  /** Renders the installed code. */
  rerender(): void;
  replaceStylesheets(): void;
  /** Fetches the page's data of a composition. @returns the reason to reload the page, if any */
  refreshData(composition: string): Promise<string | undefined>;
  problems: Pick<PageProblems, 'build' | 'known' | 'browser' | 'renewed'>;
  reload(why: string): void;
  warn(message: string, cause: unknown): void;
}

const LIVE = 'live';

/** `/assets/blog/page.js` → `blog`. */
const appOf = (url: string): string => url.split('/')[2] ?? '';

/**
 * Updates an open page to the live releases and keeps its state. Every update names all files, so that only the last
 * one counts.
 */
export function createRefreshPage(ports: PagePorts) {
  const { files } = ports;
  const apps = createAppRuntimes(ports);
  const turns = createTurns(ports.ready, (cause) => ports.warn('An update was not taken in', cause));
  const parents = new Map<string, Parents>();
  /**
   * Changed scripts of apps without modules in this page. Such a change does not concern a page that never requested
   * the script.
   */
  const newerLive = new Set<string>();
  let shown = ports.composition;
  let reloadFor: string | undefined;

  async function update(app: string): Promise<void> {
    try {
      reloadFor ??= await apps.update(app, parents.get(app) ?? {});
      ports.rerender();
    } catch (cause) {
      ports.problems.browser(cause);
    }
  }

  function takeBuild(event: BuildEvent): void {
    ports.problems.build(event.app, 'problem' in event ? event.problem : undefined);
    if ('parents' in event) parents.set(event.app, event.parents);
  }

  async function takeLive(event: LiveEvent): Promise<void> {
    if (event.composition === shown) return;
    shown = event.composition;
    const changed = files.take(event.files);
    if (changed.length > 0) ports.problems.renewed();
    ports.replaceStylesheets();
    const updated = new Set<string>();
    for (const url of changed.filter((file) => file.endsWith('.js')))
      if (apps.has(appOf(url))) updated.add(appOf(url));
      else newerLive.add(url);
    for (const app of updated) await update(app);
    await renewData();
  }

  async function renewData(): Promise<void> {
    const changed = [...newerLive].find(ports.hasLoaded);
    if (changed !== undefined) reloadFor ??= `${changed} changed`;
    reloadFor ??= await ports.refreshData(shown);
    if (reloadFor !== undefined) ports.reload(reloadFor);
  }

  return {
    /**
     * Called after each navigation, because the data of the page are from the composition of the document.
     * @returns as `receive`
     */
    viewed: async () => (shown === ports.composition ? undefined : turns.run(renewData)),
    /** Called for each evaluated module of an app. */
    adopt(app: string, require: WebpackRequire): void {
      if (!apps.adopt(app, require)) return;
      void turns.run(async () => {
        for (const url of newerLive) if (appOf(url) === app) newerLive.delete(url);
        await update(app);
        if (reloadFor !== undefined) ports.reload(reloadFor);
      });
    },
    /** @returns resolves when the page shows the update. */
    receive(event: RefreshEvent): Promise<void> {
      if ('problems' in event || 'types' in event) return Promise.resolve(ports.problems.known(event));
      if ('composition' in event) return turns.runNewest(LIVE, () => takeLive(event));
      return Promise.resolve(takeBuild(event));
    },
  };
}

/** `applied`: unhashed URL → address of the newest loaded file. */
type AppRuntime = Runtime & { applied: Map<string, string> };

/** The apps with modules in this page. */
function createAppRuntimes({ files, importModules, isComponent }: PagePorts) {
  const runtimes = new Map<string, AppRuntime>();

  /**
   * Chunks that are not loaded yet come from the live release, because the import map of a document cannot be
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
    has: (app: string) => runtimes.has(app),
    /** Called for each evaluated module. @returns whether the app is new in the page, and older than its release */
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

/** An app's modules in this page. */
export interface Runtime {
  require: WebpackRequire;
  /** Modules that threw when they were evaluated again; the next update retries them. */
  unfinished: Set<string>;
}

type IsComponent = (value: unknown) => boolean;

/** Installs newer factories. @returns the ids of changed modules */
export function putFactories({ m }: WebpackRequire, modules: Record<string, Factory>): string[] {
  const changed = Object.keys(modules).filter((id) => String(modules[id]) !== String(m[id]));
  for (const id of changed) m[id] = modules[id]!;
  return changed;
}

/**
 * Evaluates changed modules and their importers, up to the nearest modules that export components only, which React
 * Refresh updates.
 * @returns the reason to reload the page, if any
 * @throws the error of a module
 */
export function evaluateAnew(
  runtime: Runtime,
  changed: string[],
  parents: Parents,
  isComponent: IsComponent,
): string | undefined {
  const { require, unfinished } = runtime;
  const { outdated, tops, untaken } = findOutdated(require, changed, parents, isComponent);
  if (untaken !== undefined) return `nothing above module ${untaken} takes it`;
  for (const id of outdated) delete require.c[id];
  for (const id of tops) unfinished.add(id);
  for (const id of unfinished) {
    require(id);
    unfinished.delete(id);
    if (!isBoundary(require, id, isComponent)) return `module ${id} exports more than components now`;
  }
  return undefined;
}

/**
 * @returns also `tops`, the modules that accept the change, and `untaken`, a module whose change no module accepts.
 */
function findOutdated(
  require: WebpackRequire,
  changed: string[],
  parents: Parents,
  isComponent: IsComponent,
) {
  const outdated = new Set<string>();
  const tops = new Set<string>();
  const evaluated = (id: string): boolean => require.c[id] !== undefined;
  const queue = changed.filter(evaluated);
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (outdated.has(id)) continue;
    outdated.add(id);
    if (isBoundary(require, id, isComponent)) {
      tops.add(id);
      continue;
    }
    const above = (parents[id] ?? []).filter(evaluated);
    if (above.length === 0) return { outdated, tops, untaken: id };
    queue.push(...above);
  }
  return { outdated, tops };
}

function isBoundary({ c }: WebpackRequire, id: string, isComponent: IsComponent): boolean {
  const values = Object.values(c[id]?.exports ?? {});
  return values.length > 0 && values.every(isComponent);
}

/** The factory of a module. */
export type Factory = (module: object, exports: object, require: WebpackRequire) => void;

/** The parts of an app's webpack runtime that an update needs. */
export interface WebpackRequire {
  (id: string): unknown;
  /** The factories. */
  m: Record<string, Factory>;
  /** The evaluated modules. */
  c: Record<string, { exports: Record<string, unknown> } | undefined>;
  /** Chunk loaders: `j` loads scripts. Absent without chunks. */
  f?: { j?(chunk: string, promises: Promise<unknown>[]): void };
}
