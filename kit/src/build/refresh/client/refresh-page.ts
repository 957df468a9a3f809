import type { BuildEvent, LiveEvent, Parents, RefreshEvent } from '../refresh-event.ts';
import { type AppRuntimesPorts, createAppRuntimes } from './app-runtimes.ts';
import { createTurns } from '../../turns.ts';
import type { PageProblems } from './problems/page-problems.ts';
import type { WebpackRequire } from './exchange-modules.ts';

export interface PagePorts extends AppRuntimesPorts {
  /** Id of the composition that the document came from. */
  composition: string;
  /** Resolves when newer code may be put in: before the first page is hydrated it would not fit its HTML. */
  ready: Promise<unknown>;
  /** @param url unhashed. @returns whether the page has asked for the script, in any version */
  hasLoaded(url: string): boolean;
  /** Shows what was put in. */
  rerender(): void;
  replaceStylesheets(): void;
  /** Fetches the page's data of a composition. @returns why the page has to load again, if it has to */
  refreshData(composition: string): Promise<string | undefined>;
  problems: Pick<PageProblems, 'build' | 'known' | 'browser' | 'renewed'>;
  reload(why: string): void;
  warn(message: string, cause: unknown): void;
}

const LIVE = ' live';

/**
 * Keeps an open page at the newest build, with its state. Every update names all files, so that only the last one
 * counts. What cannot be taken in waits until it is live: before that, a document would bring the older code back.
 */
export function createRefreshPage(ports: PagePorts) {
  const { files } = ports;
  const apps = createAppRuntimes(ports);
  const turns = createTurns(ports.ready, (cause) => ports.warn('An update was not taken in', cause));
  const parents = new Map<string, Parents>();
  /** Scripts that no build told of. What another team has changed is nothing to a page that never asked for it. */
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

  async function takeBuild(event: BuildEvent): Promise<void> {
    if ('problem' in event) return ports.problems.build(event.app, event.problem);
    ports.problems.build(event.app, undefined);
    parents.set(event.app, event.parents);
    if (files.take(event.files).length > 0) ports.problems.renewed();
    ports.replaceStylesheets();
    await update(event.app);
  }

  async function takeLive(event: LiveEvent): Promise<void> {
    if (event.composition === shown) return;
    shown = event.composition;
    for (const url of files.takeLive(event.files)) if (url.endsWith('.js')) newerLive.add(url);
    ports.replaceStylesheets();
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
     * Told of each page that is gone to: its data is of the composition that the document came from.
     * @returns as `receive`
     */
    viewed: async () => (shown === ports.composition ? undefined : turns.run(renewData)),
    /** Told of each module of an app that is evaluated. */
    adopt(app: string, require: WebpackRequire): void {
      if (!apps.adopt(app, require)) return;
      void turns.run(async () => {
        await update(app);
        if (reloadFor !== undefined && shown !== ports.composition) ports.reload(reloadFor);
      });
    },
    /** @returns resolves when the page shows what it was told of. */
    receive(event: RefreshEvent): Promise<void> {
      if ('problems' in event || 'types' in event) return Promise.resolve(ports.problems.known(event));
      if ('composition' in event) return turns.runNewest(LIVE, () => takeLive(event));
      if ('files' in event) files.note(event.files);
      return turns.runNewest(event.app, () => takeBuild(event));
    },
  };
}
