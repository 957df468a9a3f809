import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { installPlatform } from '@voltframe/kit/react/platform.ts';
import { sendBeacon, whenIdle } from '@voltframe/kit/react/refusable';
import { HYDRATED_EVENT, setHydrating } from './boot-state.ts';
import { createReporter } from './builds/report.ts';
import { type ClientStart, createClient } from './client-parts.ts';
import { ClientRoot, type View } from './client-root.tsx';

/** Makes the document an application: hydrates what it shows, and takes over navigation. */
export function startClient(start: ClientStart): void {
  const { window, data, first } = start;
  const { document } = window;
  const root = document.getElementById('app');
  if (!root) throw new Error('The document has no #app');
  const serverHtml = root.innerHTML;
  const report = createReporter(data.composition, sendBeacon);
  const appShown = (view: View): string => (view.kind === 'page' ? view.page.route.app : 'shell');
  const { platform, navigator, views, builds, links } = createClient(start, report);
  installPlatform(platform);

  const html = window.platformBoot?.html;
  /** Text that a translator or an extension has changed is no failure of a release. */
  const blame = (app: string): void => {
    if (!html?.changed() && !isTranslated(document)) report('hydration', app);
  };

  // As a transition React hydrates in slices of a few milliseconds, and lets input come in between.
  startTransition(() => {
    hydrateRoot(
      root,
      <ClientRoot
        platform={platform}
        navigator={navigator}
        views={views}
        links={data.navigation}
        year={String(data.year)}
        serverHtml={(view) => (view === first ? serverHtml : '')}
        onHydrated={() => {
          html?.end();
          platform.hydrating.set(false);
          setHydrating(document, 'false');
          window.dispatchEvent(new Event(HYDRATED_EVENT));
          builds.start();
          const look = (): void => whenIdle(links.look);
          look();
          views.subscribe(look);
        }}
        onRenderError={(error) => {
          blame(appShown(views.get()));
          platform.showError(error);
        }}
      />,
      {
        onRecoverableError(error, { componentStack }) {
          // Which component it was; the error's own stack is React's.
          console.error(error, componentStack ?? '');
          blame(appShown(first));
        },
      },
    );
  });
}

/** What Chromium's translator marks a page with; it changes text for as long as the page lives. */
function isTranslated({ documentElement }: Document): boolean {
  return /\btranslated-(?:ltr|rtl)\b/.test(documentElement.className);
}
