import { canonicalJson } from '../../contract/release/digest.ts';
import { type IslandProps, normalizeIslandProps } from '../../contract/page/island.ts';

/** What is known of an island at this moment. */
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
