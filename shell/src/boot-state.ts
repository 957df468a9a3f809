import type { PageData } from '@voltframe/kit/contract/page/page-data';
import { PAGE_DATA_SELECTOR } from '@voltframe/kit/contract/page/platform-ids';
import type { ChangeWatch } from '@voltframe/kit/react/refusable';

/** The state that the inline bootstrap hands over to the shell's entry. */
export interface BootState {
  data: PageData;
  /** Whether a foreign script has changed the server's HTML before hydration. */
  html?: ChangeWatch;
  /** The target of the last click in each interactive island. */
  clicks: WeakMap<Element, Element>;
  /** The response of {@link requestManifest}, after the bootstrap has requested the manifest. */
  manifest?: Promise<Response>;
}

declare global {
  interface Window {
    platformBoot?: BootState;
    /** Imports a script of an app by its name in the app's code (kit/src/build/webpack-config.ts). */
    platformImport?(name: string): Promise<unknown>;
  }
}

/** Event: the first page has rendered in the browser. On `window`. */
export const HYDRATED_EVENT = 'platform:hydrated';
/** Event: the page now follows its links without document loads. On `window`. */
export const NAVIGABLE_EVENT = 'platform:navigable';
/**
 * Event: the page will not follow its links; they are plain links. A page that is not hydrated by then will not be
 * hydrated. On `window`.
 */
export const OFF_EVENT = 'platform:off';

/** Event: the bootstrap has requested the manifest. On `window`. */
export const MANIFEST_EVENT = 'platform:manifest';

export type HydratingState = 'true' | 'false' | 'off';

/**
 * The hydrating state (docs/behaviour.md 14.1), observable as `<html data-hydrating>`. Set by the bootstrap, so never
 * without scripts. */
export function setHydrating(document: Document, state: HydratingState): void {
  document.documentElement.dataset['hydrating'] = state;
}

export function getHydrating(document: Document): HydratingState {
  return (document.documentElement.dataset['hydrating'] as HydratingState | undefined) ?? 'off';
}

/** Links: held back until the page can follow them, followed by it, or left to the browser (docs/behaviour.md 14.8). */
export type LinksState = 'held' | 'followed' | 'plain';

/** Observable as `<html data-links>`. Set by the bootstrap, so never without scripts. */
export function setLinks(document: Document, state: LinksState): void {
  document.documentElement.dataset['links'] = state;
}

export function getLinks(document: Document): LinksState {
  return (document.documentElement.dataset['links'] as LinksState | undefined) ?? 'plain';
}

/** A script that the page needs did not load: from now on links are plain links. */
export function turnOff(window: Window): void {
  const { document } = window;
  if (getHydrating(document) === 'true') setHydrating(document, 'off');
  setLinks(document, 'plain');
  window.dispatchEvent(new Event(OFF_EVENT));
}

/** @returns the data of the document, which the server wrote beside the page. */
export function readPageData(document: Document): PageData {
  return JSON.parse(document.querySelector(PAGE_DATA_SELECTOR)?.textContent ?? 'null') as PageData;
}

/** Requests the route rules of this page's composition. */
export function requestManifest(fetch: typeof window.fetch, composition: string): Promise<Response> {
  return fetch(`/builds/meta/${composition}.json`, { priority: 'low' });
}
