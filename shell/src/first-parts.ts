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
import { loadDocument } from './builds/load-document.ts';
import type { View } from './client-root.tsx';
import { createNavigate } from './navigation/navigate.ts';
import type { Pipeline } from './navigation/pipeline.ts';
import { placeUrl } from './navigation/place.ts';

/** The parts that a page needs after hydration, for the first click (later-parts.ts). */
export interface LaterParts {
  pipeline: Pipeline;
  fetchIsland: FetchIsland;
  loadIcon: Platform['loadIcon'];
  watchLink: Platform['watchLink'];
  /** Loads what hydrates islands: a script of its own, for the pages that have one. */
  loadMounts(): Promise<Platform['mountIsland']>;
  mountForm(...form: Parameters<Platform['mountForm']>): MountedForm;
  showError: Platform['showError'];
  /** The page can navigate: waiting calls start. */
  begin(): void;
}

/** The state of hydration, which the later parts take over. */
export interface FirstParts {
  platform: Platform;
  /** @returns what another root has to render, so that it has the same platform. */
  around(children: ReactNode): ReactElement;
  views: Store<View>;
  islands: IslandStore;
  leaveGuards: ReadonlySet<LeaveGuard>;
  /** Each says whether it has input that is not sent. */
  unsaved: ReadonlySet<() => boolean>;
  /** Rejects when they do not come. */
  later: Promise<LaterParts>;
  /** The page has hydrated: asks for the later parts. */
  begin(): void;
}

interface FirstPartsStart {
  window: Window;
  data: PageData;
  /** The content of the document. */
  first: View;
}

/**
 * The platform during hydration: early calls of components wait for the later parts, and are dropped when
 * they do not come. Targets are refused at once.
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

/** @param start called when the parts are there, unless it has ended by then. @returns ends it */
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

/** Navigates once the pipeline is there; by documents when it does not come. */
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

/** @returns takes it out again. */
function add<Item>(set: Set<Item>, item: Item): () => void {
  set.add(item);
  return () => void set.delete(item);
}
