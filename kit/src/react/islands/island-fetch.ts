import { islandKey, islandRequest, parseIslandKey } from '../../contract/page/island.ts';
import type { IslandResponse } from '../../contract/page/page-data.ts';
import type { FetchIsland } from './island-store.ts';

export interface IslandFetchPorts {
  /** The composition that rendered the document: islands come from it too. */
  composition: string;
  fetch: typeof fetch;
  /** Loads the hash function; needed only for islands that neither the document nor a payload names. */
  loadHash(): Promise<(value: unknown) => string>;
  /** Makes the island's stylesheets apply; a failure leaves it unstyled. */
  loadStylesheets(urls: string[]): Promise<void>;
  warn(message: string, cause: unknown): void;
}

/** Apart from the store: a page that hydrates fetches no island. */
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
