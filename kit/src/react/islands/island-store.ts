import { type IslandProps, parseIslandKey } from '../../contract/page/island.ts';
import type { IslandRef } from '../../contract/page/page-data.ts';
import type { FetchIsland } from './island-fetch.ts';
import { type IslandSource, type IslandState, islandPropsText } from './island-source.ts';

/** The islands of this browser page. */
export interface IslandStore extends IslandSource {
  /** Takes over what the server put into the document. Before hydration. */
  adopt(root: ParentNode): void;
  /** Fetches the islands of a page that comes next. @returns resolves when all are there or have failed. */
  prepare(islands: readonly IslandRef[]): Promise<void>;
}

const EMPTY: IslandState = {};

/** Fetches each island once for the life of the page, however many places show it (docs/behaviour.md 11.5). */
export function createIslandStore(fetchIsland: FetchIsland): IslandStore {
  const states = new Map<string, IslandState>();
  const requests = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();

  function set(id: string, state: IslandState): void {
    states.set(id, state);
    for (const listener of listeners) listener();
  }

  function load(name: string, props: IslandProps, key?: string): Promise<void> {
    const id = idOf(name, props);
    if (states.get(id)?.html) return Promise.resolve();
    const loading = requests.get(id) ?? fetchIsland(name, props, key).then((state) => set(id, state));
    requests.set(id, loading);
    return loading.finally(() => requests.delete(id));
  }

  return {
    find: (name, props) => states.get(idOf(name, props)) ?? EMPTY,
    load: (name, props) => void load(name, props),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    adopt(root) {
      for (const element of root.querySelectorAll('[data-island]')) {
        const key = element.getAttribute('data-island') ?? '';
        const name = parseIslandKey(key)?.name;
        if (!name) continue;
        states.set(`${name} ${element.getAttribute('data-props') ?? '{}'}`, { key, html: element.innerHTML });
      }
    },
    async prepare(islands) {
      await Promise.all(islands.map(({ name, props, key }) => load(name, props, key)));
    },
  };
}

function idOf(name: string, props: IslandProps): string {
  return `${name} ${islandPropsText(props)}`;
}
