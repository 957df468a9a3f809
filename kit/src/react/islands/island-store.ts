import { type IslandProps, parseIslandKey, normalizeIslandProps } from '../../contract/page/island.ts';
import type { IslandRef } from '../../contract/page/page-data.ts';
import { canonicalJson } from '../../contract/release/digest.ts';

export type IslandStore = ReturnType<typeof createIslandStore>;

const EMPTY: IslandState = {};

/** Fetches each island once per document, also when several elements show it (docs/behaviour.md 11.5). */
export function createIslandStore(fetchIsland: FetchIsland) {
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
    /** Called while rendering. @returns the same object until the state changes. */
    find: (name: string, props: IslandProps): IslandState => states.get(idOf(name, props)) ?? EMPTY,
    /** Fetches a missing island, with one request for several calls. */
    load: (name: string, props: IslandProps): void => void load(name, props),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Reads the islands in the HTML of the server, before hydration. */
    adopt(root: ParentNode): void {
      for (const element of root.querySelectorAll('[data-island]')) {
        const key = element.getAttribute('data-island') ?? '';
        const name = parseIslandKey(key)?.name;
        if (!name) continue;
        states.set(`${name} ${element.getAttribute('data-props') ?? '{}'}`, { key, html: element.innerHTML });
      }
    },
    /** Fetches the islands of the next page. @returns resolves when all have loaded or failed. */
    async prepare(islands: readonly IslandRef[]): Promise<void> {
      await Promise.all(islands.map(({ name, props, key }) => load(name, props, key)));
    },
  };
}

function idOf(name: string, props: IslandProps): string {
  return `${name} ${islandPropsText(props)}`;
}

export interface IslandState {
  /** `{Name}_{hash}`; in the browser undefined until it is known. */
  key?: string;
  /** Undefined until it has loaded. */
  html?: string;
  failed?: boolean;
}

/** Source of the HTML for `<Island>`: on the server a marker for the gateway, in the browser a cache. */
export type IslandSource = Pick<IslandStore, 'find' | 'load' | 'subscribe'>;

/** @returns the props as text, the same for equal props. */
export function islandPropsText(props: IslandProps): string {
  return canonicalJson(normalizeIslandProps(props));
}

/**
 * Fetches an island. Never rejects.
 * @param known key of the island, if the document or a payload contains it
 */
export type FetchIsland = (name: string, props: IslandProps, known?: string) => Promise<IslandState>;
