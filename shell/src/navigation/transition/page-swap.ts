import { flushSync } from 'react-dom';
import type { Head } from '@voltframe/kit/contract/page/head';
import { robotsContent, withQuery } from '@voltframe/kit/contract/page/head';
import type { PageError } from '@voltframe/kit/errors/page-error';
import { pageTitle } from '@voltframe/kit/contract/page/page-title';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import { withTrailingSlash } from '@voltframe/kit/contract/routing/url-path';
import type { Store } from '@voltframe/kit/react/store.ts';
import { THEME_COLOURS } from '../../design/theme-colours.ts';
import type { ErrorScreen, LoadedPage, View } from '../../client-root.tsx';
import { applyHead, readHead } from '../../head/document-head.ts';
import type { Trigger } from '../pipeline.ts';
import { type Place, placeUrl } from '../place.ts';
import { createLeftovers } from './leftovers.ts';
import { type ScrollMemory, scrollTo } from './scroll.ts';
import { createSharedElements } from './shared-elements.ts';
import type { SiteHistory } from '../site-history.ts';
import { withViewTransition } from './view-transition.ts';

const ANNOUNCER_ID = 'announcer';

export type PageSwap = ReturnType<typeof createPageSwap>;

interface PageSwapParts {
  window: Window;
  site: SiteConfig;
  history: SiteHistory;
  scrolls: ScrollMemory;
  views: Store<View>;
  ErrorScreen: ErrorScreen;
}

/** Changes the shown page, once the pipeline has decided. */
export function createPageSwap(parts: PageSwapParts) {
  const { window, site, history, scrolls, views } = parts;
  const { document } = window;
  const shared = createSharedElements(document);
  const leftovers = createLeftovers(document);
  let shownKey = history.key();

  function enterHistory(place: Place, trigger: Trigger): void {
    scrolls.save(shownKey, { x: window.scrollX, y: window.scrollY });
    const url = withTrailingSlash(placeUrl(place), site.trailingSlash);
    if (trigger.kind === 'push') history.push(url, place.state);
    if (trigger.kind === 'replace') history.replace(url, place.state);
    shownKey = history.key();
  }

  async function show(
    view: View,
    head: Head,
    trigger: Trigger,
    fallback: 'top' | 'keep' = 'top',
  ): Promise<Element | null> {
    enterHistory(view.place, trigger);
    if (appOf(views.get()) !== appOf(view)) await leave(views.get(), appOf(view));
    flushSync(() => views.set(view));
    // After React, which removes a title that the page before rendered.
    applyHead(document, head);
    return scroll(parts, view.place, trigger, fallback);
  }

  /** Between pages of two apps neither is mounted: what the first one left behind is then only its own. */
  async function leave(shown: View, to: string | undefined): Promise<void> {
    if (shown.kind === 'page')
      flushSync(() => views.set({ ...shown, page: { ...shown.page, Component: Nothing, layouts: [] } }));
    // Its interactive islands, which are roots of their own, end in a microtask.
    await Promise.resolve();
    leftovers.exchange(appOf(shown), to);
  }

  return {
    /**
     * Shows another page: history, head, content, scroll position, focus. A replaced query of the same page, and a
     * visitor who is filling in a control of it, keep scroll position and focus.
     */
    async confirm(place: Place, page: LoadedPage, trigger: Trigger): Promise<void> {
      let hashTarget: Element | null = null;
      const shown = views.get();
      const samePage = shown.kind === 'page' && shown.place.path === place.path;
      const stays = samePage && (trigger.kind === 'replace' || isControl(document.activeElement));
      const subjects = [place, shown.place].flatMap(({ path, hash }) => [path + hash, path]);
      const common = shared.mark(subjects);
      const update = async (): Promise<void> => {
        const head = headOf(document, page, place, site);
        hashTarget = await show(
          { kind: 'page', page, place },
          head,
          trigger,
          stays || keepsScroll(trigger) ? 'keep' : 'top',
        );
        if (common !== undefined) shared.mark([common]);
      };
      const animated = trigger.kind === 'pop' && trigger.animated === true;
      await withViewTransition(window, update, animated, () => shared.clear(common));
      if (!stays) focusPage(document, hashTarget);
      announce(document, document.title);
    },
    /** Shows another place of the same page. */
    move(place: Place, trigger: Trigger): void {
      const view = views.get();
      const sameQuery = view.place.search === place.search;
      enterHistory(place, trigger);
      if (view.kind === 'page' && !sameQuery) applyHead(document, headOf(document, view.page, place, site));
      flushSync(() => views.set({ ...view, place }));
      const goesUp = sameQuery && place.hash === '' && !keepsScroll(trigger);
      const target = scroll(parts, place, trigger, goesUp ? 'top' : 'keep');
      if (target instanceof HTMLElement) focusElement(target);
    },
    /** Shows the error screen at the address that failed, so that Back returns to the previous page. */
    async showError(place: Place, error: PageError, trigger: Trigger): Promise<void> {
      await show(
        { kind: 'error', error, Screen: parts.ErrorScreen, place },
        errorHead(error, place, site),
        trigger,
      );
      focusPage(document, null);
      announce(document, document.title);
    },
    /** Scrolls to the position of the address, which is already shown, and gives its entry the new state. */
    again(place: Place): void {
      const view = views.get();
      if (place.state !== view.place.state) {
        enterHistory(place, { kind: 'replace' });
        flushSync(() => views.set({ ...view, place }));
      }
      const target = scrollTo(window, place.hash, undefined, place.hash === '' ? 'top' : 'keep');
      if (target instanceof HTMLElement) focusElement(target);
    },
  };
}

const Nothing = (): null => null;

const appOf = (view: View): string | undefined => (view.kind === 'page' ? view.page.route.app : undefined);

const keepsScroll = (trigger: Trigger): boolean => trigger.kind !== 'pop' && trigger.keeps === true;

/** Scrolls to the position of the history, the hash or `fallback`. @returns the target of the hash. */
function scroll(
  { window, history, scrolls }: PageSwapParts,
  place: Place,
  trigger: Trigger,
  fallback: 'top' | 'keep',
): Element | null {
  const saved = trigger.kind === 'pop' ? scrolls.find(history.key()) : undefined;
  // Before the scroll, because it moves the page too.
  const stale = fallback === 'top' && window.document.querySelector(':target') !== null;
  if (place.hash !== '' || stale) history.retarget();
  return scrollTo(window, place.hash, saved, fallback);
}

/**
 * The head of a page with the shown query; the page's data is the same for all queries. The head of the first page is
 * read from the document.
 */
function headOf(document: Document, { payload }: LoadedPage, { search }: Place, site: SiteConfig): Head {
  return withQuery(payload.head ?? readHead(document), payload.path, search, site);
}

/** An error screen has a title '{status} - {message}', no canonical link, and nothing for search engines. */
export function errorHead(error: PageError, { path }: Place, site: SiteConfig): Head {
  const meta = [{ name: 'robots', content: robotsContent(false) }, ...THEME_COLOURS];
  return { title: pageTitle({ path, error }, site), meta, links: [], jsonLd: [], lang: site.defaultLocale };
}

function isControl(element: Element | null): boolean {
  return element?.matches('input, select, textarea') ?? false;
}

/** Moves the focus to the start of the new page: the hash's element, its heading, or the main area. */
function focusPage(document: Document, hashTarget: Element | null): void {
  const main = document.getElementById('main');
  const element = hashTarget ?? main?.querySelector('h1') ?? main;
  if (element instanceof HTMLElement) focusElement(element);
}

/** Focuses an element, also one that is not focusable by default, without scrolling. */
function focusElement(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (element.ownerDocument.activeElement === element) return;
  element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

/** Announces the title of the new page to screen readers, in a live region outside the app's root. */
function announce(document: Document, text: string): void {
  const region = document.getElementById(ANNOUNCER_ID) ?? document.body.appendChild(makeRegion(document));
  region.textContent = text;
}

function makeRegion(document: Document): HTMLElement {
  const region = document.createElement('div');
  region.id = ANNOUNCER_ID;
  region.className = 'visually-hidden';
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  return region;
}
