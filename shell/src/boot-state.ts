import type { PageData } from '@voltframe/kit/contract/page/page-data';
import type { ChangeWatch } from '@voltframe/kit/react/refusable';

/** What the inline bootstrap hands over to the shell's entry. */
export interface BootState {
  data: PageData;
  /** Whether the server's HTML has been changed, before hydration nobody of ours does. */
  html?: ChangeWatch;
  /** The answer of {@link requestManifest}, when the bootstrap has asked. */
  manifest?: Promise<Response>;
}

declare global {
  interface Window {
    platformBoot?: BootState;
  }
}

/** The first page has rendered in the browser. On `window`. */
export const HYDRATED_EVENT = 'platform:hydrated';
/** The first page will not be hydrated: the server's HTML stays, with plain links. On `window`. */
export const OFF_EVENT = 'platform:off';

/** The bootstrap has asked for the manifest. On `window`. */
export const MANIFEST_EVENT = 'platform:manifest';

export type HydratingState = 'true' | 'false' | 'off';

/** The hydrating state (docs/behaviour.md 14.1), observable as `<html data-hydrating>`. Set by the bootstrap, so never without scripts. */
export function setHydrating(document: Document, state: HydratingState): void {
  document.documentElement.dataset['hydrating'] = state;
}

export function getHydrating(document: Document): HydratingState {
  return (document.documentElement.dataset['hydrating'] as HydratingState | undefined) ?? 'off';
}

/** @returns the data of the document, which the server put beside the page. */
export function readPageData(document: Document): PageData {
  return JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as PageData;
}

/** Asks for the route rules of this page's composition. */
export function requestManifest(fetch: typeof window.fetch, composition: string): Promise<Response> {
  return fetch(`/builds/meta/${composition}.json`, { priority: 'low' });
}
