import { type IslandProps, parseIslandKey, normalizeIslandProps } from '../../contract/page/island.ts';
import type { IslandRef } from '../../contract/page/page-data.ts';
import { canonicalJson } from '../../contract/release/digest.ts';

/** The islands of this browser page: an {@link IslandSource}. */
export type IslandStore = ReturnType<typeof createIslandStore>;

const EMPTY: IslandState = {};

/** Fetches each island once for the life of the page, however many places show it (docs/behaviour.md 11.5). */
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
    find: (name: string, props: IslandProps) => states.get(idOf(name, props)) ?? EMPTY,
    load: (name: string, props: IslandProps) => void load(name, props),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Takes over the server's data from the document, before hydration. */
    adopt(root: ParentNode): void {
      for (const element of root.querySelectorAll('[data-island]')) {
        const key = element.getAttribute('data-island') ?? '';
        const name = parseIslandKey(key)?.name;
        if (!name) continue;
        states.set(`${name} ${element.getAttribute('data-props') ?? '{}'}`, { key, html: element.innerHTML });
      }
    },
    /** Fetches the islands of a page that comes next. @returns resolves when all are there or have failed. */
    async prepare(islands: readonly IslandRef[]): Promise<void> {
      await Promise.all(islands.map(({ name, props, key }) => load(name, props, key)));
    },
  };
}

function idOf(name: string, props: IslandProps): string {
  return `${name} ${islandPropsText(props)}`;
}

/** The state of an island. */
export interface IslandState {
  /** `{Name}_{hash}`; undefined until it is known in the browser. */
  key?: string;
  /** Its content; undefined while it is on its way. */
  html?: string;
  failed?: boolean;
}

/** Where `<Island>` gets its content: on the server a marker that the gateway fills in, in the browser a cache. */
export interface IslandSource {
  /** The state of an island; the same object until it changes. Called while rendering. */
  find(name: string, props: IslandProps): IslandState;
  /** Asks for an island that is not there; one request however many ask. */
  load(name: string, props: IslandProps): void;
  subscribe(listener: () => void): () => void;
}

/** @returns the props as text, the same for equal props. */
export function islandPropsText(props: IslandProps): string {
  return canonicalJson(normalizeIslandProps(props));
}

/**
 * Fetches an island. Never rejects.
 * @param known its key, where the document or a payload names it
 */
export type FetchIsland = (name: string, props: IslandProps, known?: string) => Promise<IslandState>;
