import { createElement, type ReactElement, type ReactNode } from 'react';
import type { PageData } from '@voltframe/kit/contract/page/page-data';
import { adoptIcons, registerIcons } from '@voltframe/kit/react/icons/icon-registry.ts';
import type { MountedForm } from '@voltframe/kit/react/forms/mounted-form.ts';
import {
  type FetchIsland,
  createIslandStore,
  type IslandStore,
} from '@voltframe/kit/react/islands/island-store.ts';
import { type LeaveGuard, type Platform, PlatformProvider } from '@voltframe/kit/react/platform.ts';
import { createStore, type Store } from '@voltframe/kit/react/store.ts';
import type { View } from './client-root.tsx';
import { createNavigate } from './navigation/navigate.ts';
import type { Pipeline } from './navigation/pipeline.ts';
import { loadDocument, placeUrl } from './navigation/place.ts';

/** The parts (later-parts.ts) that a page needs after hydration, for the first click. */
export interface LaterParts {
  pipeline: Pipeline;
  fetchIsland: FetchIsland;
  loadIcon: Platform['loadIcon'];
  watchLink: Platform['watchLink'];
  /** Loads the script that hydrates islands, which only pages with an interactive island need. */
  loadMounts(): Promise<Platform['mountIsland']>;
  mountForm(...form: Parameters<Platform['mountForm']>): MountedForm;
  showError: Platform['showError'];
  /** The page can navigate: waiting calls start. */
  begin(): void;
}

/** The state of hydration, which the later parts take over. */
export interface FirstParts {
  platform: Platform;
  /** @returns `children` inside the providers of the platform, for another root. */
  around(children: ReactNode): ReactElement;
  views: Store<View>;
  islands: IslandStore;
  leaveGuards: ReadonlySet<LeaveGuard>;
  /** Each returns whether it has input that is not sent. */
  unsaved: ReadonlySet<() => boolean>;
  /** Rejects when they cannot be loaded. */
  later: Promise<LaterParts>;
  /** The page has hydrated: requests the later parts. */
  begin(): void;
}

interface FirstPartsStart {
  window: Window;
  data: PageData;
  /** The content of the document. */
  first: View;
}

/**
 * The platform during hydration: early calls of components wait for the later parts, and are dropped when those
 * cannot be loaded. Invalid targets are refused immediately.
 */
export function createFirstParts(
  { window, data, first }: FirstPartsStart,
  loadLater: () => Promise<LaterParts>,
): FirstParts {
  let begin = (): void => {};
  const later = new Promise<void>((resolve) => (begin = resolve)).then(loadLater);
  const views = createStore(first);
  const leaveGuards = new Set<LeaveGuard>();
  const unsaved = new Set<() => boolean>();
  const islands = createIslandStore((...island) =>
    later.then(
      (parts) => parts.fetchIsland(...island),
      () => ({ failed: true }),
    ),
  );
  islands.adopt(window.document);
  adoptIcons(window.document);
  registerIcons(data.page?.icons ?? {});
  const whenThere = (task: (parts: LaterParts) => void): void => void later.then(task, () => {});
  const platform: Platform = {
    site: data.site,
    hydrating: createStore(true),
    islands,
    navigate: createNavigate(window, waitingPipeline(window, later), () => views.get().place),
    go: (delta) => window.history.go(delta),
    pending: createStore<string | null>(null),
    loadIcon: (name) => whenThere((parts) => parts.loadIcon(name)),
    watchLink: (link) => whileThere(later, (parts) => parts.watchLink(link)),
    mountIsland: (...island) =>
      whileThere(
        later.then((parts) => parts.loadMounts()),
        (mount) => mount(...island),
      ),
    addLeaveGuard: (guard) => add(leaveGuards, guard),
    addUnsaved: (isUnsaved) => add(unsaved, isUnsaved),
    mountForm: (...form) => later.then((parts) => parts.mountForm(...form)),
    showError: (error) => whenThere((parts) => parts.showError(error)),
  };
  const around: FirstParts['around'] = (children) =>
    createElement(PlatformProvider, { value: platform }, children);
  return { platform, around, views, islands, leaveGuards, unsaved, later, begin };
}

/**
 * called when the parts have loaded, unless the returned function was called before. @returns ends it
 */
function whileThere<Parts>(there: Promise<Parts>, start: (parts: Parts) => () => void): () => void {
  let end: (() => void) | undefined = () => {};
  there.then(
    (parts) => {
      if (end) end = start(parts);
    },
    () => {},
  );
  return () => {
    end?.();
    end = undefined;
  };
}

/** Navigates after the pipeline has loaded; by document loads when it cannot be loaded. */
function waitingPipeline(window: Window, later: Promise<LaterParts>): Pipeline {
  return {
    navigate: (place, trigger) =>
      later.then(
        ({ pipeline }) => pipeline.navigate(place, trigger),
        () => {
          loadDocument(window.location, placeUrl(place), trigger.kind === 'replace');
          return 'document';
        },
      ),
  };
}

/** @returns removes it again. */
function add<Item>(set: Set<Item>, item: Item): () => void {
  set.add(item);
  return () => void set.delete(item);
}
