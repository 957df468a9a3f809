import { islandKey, islandRequest, parseIslandKey } from '../../contract/page/island.ts';
import type { IslandResponse } from '../../contract/page/page-data.ts';
import type { FetchIsland } from './island-store.ts';

export interface IslandFetchPorts {
  /** Id of the composition that rendered the document; its islands are fetched. */
  composition: string;
  fetch: typeof fetch;
  /** Loads the hash function, for islands whose key is neither in the document nor in a payload. */
  loadHash(): Promise<(value: unknown) => string>;
  /** On failure the island is shown without its styles. */
  loadStylesheets(urls: string[]): Promise<void>;
  warn(message: string, cause: unknown): void;
}

/** In a file of its own, because hydration does not need it. */
export function createIslandFetch(ports: IslandFetchPorts): FetchIsland {
  return async (name, props, known) => {
    let key = known;
    try {
      key ??= islandKey(name, props, await ports.loadHash());
      if (!parseIslandKey(key)) throw new Error('The key is malformed');
      const response = await ports.fetch(...islandRequest(key, props, ports.composition));
      if (!response.ok) throw new Error(`Status ${response.status}`);
      const { html, head } = (await response.json()) as IslandResponse;
      await ports.loadStylesheets(head.link.map(({ href }) => href)).catch(() => {});
      return { key, html };
    } catch (cause) {
      ports.warn(`The island ${name} could not be loaded`, cause);
      return { ...(key === undefined ? {} : { key }), failed: true };
    }
  };
}
