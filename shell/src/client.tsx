import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageData, SiteTables } from '@voltframe/kit/contract/page/page-data';
import { installPlatform } from '@voltframe/kit/react/platform.ts';
import { HYDRATED_EVENT, NAVIGABLE_EVENT, setHydrating, setLinks, turnOff } from './boot-state.ts';
import { ClientRoot, type View } from './client-root.tsx';
import { createFirstParts, type FirstParts, type LaterParts } from './first-parts.ts';
import type { LaterStart } from './later-parts.ts';
import type { Containers } from './remotes/containers.ts';
import { tryTwice, withinLimit } from './remotes/load-limit.ts';
import type { Tell } from './reports/signals.ts';

export interface ClientStart {
  window: Window;
  data: PageData;
  /** The content of the document. */
  first: View;
  containers: Containers;
  /** Loads later-parts.ts, and the site's tables. */
  loadLater(): Promise<[{ createLaterParts(start: LaterStart): LaterParts }, SiteTables]>;
  /** Without it no report is sent. */
  tell: Tell | undefined;
}

/** Starts the application: hydrates the document, then enables navigation. */
export function startClient(start: ClientStart): void {
  const { window, data, first, tell } = start;
  const { document } = window;
  const root = document.getElementById('app');
  if (!root) throw new Error('The document has no #app');
  const serverHtml = root.innerHTML;
  const parts = createFirstParts(start, () => loadLater(start, parts));
  const { platform, views } = parts;
  installPlatform(platform);
  followLinks(start, parts.later);

  const html = window.platformBoot?.html;
  const blame = (type: 'hydration' | 'render', error: unknown, components?: string | null): void => {
    // A hydration error after an extension changed the text is not a failure of the release.
    if (!html?.changed()) tell?.({ type, error, components });
  };

  // In a transition React hydrates in slices of a few milliseconds and handles input between them.
  startTransition(() => {
    hydrateRoot(
      root,
      <ClientRoot
        platform={platform}
        views={views}
        links={data.navigation}
        year={String(data.year)}
        serverHtml={(view) => (view === first ? serverHtml : '')}
        onHydrated={() => {
          html?.end();
          platform.hydrating.set(false);
          setHydrating(document, 'false');
          window.dispatchEvent(new Event(HYDRATED_EVENT));
          parts.begin();
        }}
        onRenderError={(error, components) => {
          blame('render', error, components);
          platform.showError(error);
        }}
      />,
      {
        onRecoverableError(error, { componentStack }) {
          // The component that failed; the stack of the error contains only React.
          console.error(error, componentStack ?? '');
          blame('hydration', error, componentStack);
        },
      },
    );
  });
}

async function loadLater(start: ClientStart, first: FirstParts): Promise<LaterParts> {
  const { window, data, containers, tell } = start;
  const load = () => withinLimit(start.loadLater(), 'What follows links', window.setTimeout.bind(window));
  const [{ createLaterParts }, tables] = await tryTwice(load);
  return createLaterParts({ window, data: { ...data, ...tables }, containers, first, tell });
}

/** After hydration the links wait for the later parts; without those they are plain links. */
function followLinks({ window, tell }: ClientStart, later: Promise<LaterParts>): void {
  later.then(
    (parts) => {
      setLinks(window.document, 'followed');
      window.dispatchEvent(new Event(NAVIGABLE_EVENT));
      parts.begin();
    },
    (cause: unknown) => {
      console.warn('Links of this page are plain ones:', cause);
      tell?.({ type: 'chunk', error: cause, app: 'shell' });
      turnOff(window);
    },
  );
}
