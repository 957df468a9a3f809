import { type ComponentType, type ReactNode, startTransition, useEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import {
  HYDRATED_ATTRIBUTE,
  interactiveExpose,
  LOADED_ATTRIBUTE,
} from '@voltframe/kit/contract/page/interactive-island';
import type { Platform } from '@voltframe/kit/react/platform.ts';
import { observeVisibility } from '@voltframe/kit/react/refusable';
import type { FirstParts } from '../first-parts.ts';
import type { Containers } from '../remotes/containers.ts';
import { tryTwice } from '../remotes/load-limit.ts';
import type { Tell } from '../reports/signals.ts';
import { ownPortals } from './portal-roots.ts';

interface IslandMountPorts {
  window: Window;
  containers: Pick<Containers, 'load'>;
  first: Pick<FirstParts, 'around'>;
  /** Without it no report is sent. */
  tell: Tell | undefined;
}

/** Distance from the window within which an island is hydrated. */
const NEAR = '300px';
/** Events before a visitor uses the island. */
const INTENTS = ['pointerover', 'touchstart', 'focusin', 'click'];
/** The browser has already performed the default action of a click on these. */
const ACTS_ALONE = 'a, input, select, textarea, label, summary, form button:not([type=button])';

interface IslandModule {
  default: ComponentType<Record<string, unknown>>;
}

/**
 * Each interactive island is a separate root: it is hydrated, fails and is removed independently of the page and
 * other islands.
 * @returns see {@link Platform.mountIsland}
 */
export function createIslandMounts({ window, containers, first, tell }: IslandMountPorts) {
  ownPortals(window.document);
  const starts = new Map<Element, () => void>();
  const observer = observeVisibility((shown) => starts.get(shown)?.(), NEAR);

  const mountIsland: Platform['mountIsland'] = (element, app, name, props) => {
    // The element itself has no box.
    const place = element.parentElement!;
    const html = element.innerHTML;
    let root: Root | undefined;
    let ended = false;

    const unwatch = (): void => {
      starts.delete(place);
      observer?.unobserve(place);
      for (const intent of INTENTS) element.removeEventListener(intent, start);
    };
    const end = (): void => {
      ended = true;
      unwatch();
      // React may be rendering the page; it cannot unmount a root during that.
      const last = root;
      if (last) queueMicrotask(() => last.unmount());
      root = undefined;
    };
    const failed = (error: unknown, components?: string | null): void => {
      if (ended) return;
      console.error(error, components ?? '');
      tell?.({ type: 'island', app, error, components });
    };
    const hydrate = ({ default: Component }: IslandModule): void => {
      // An extension changed the HTML, which is not a failure of the release.
      const isChanged = window.platformBoot?.html?.changed() || element.innerHTML !== html;
      const loaded = JSON.parse(element.getAttribute(LOADED_ATTRIBUTE) ?? '{}') as object;
      root = hydrateRoot(
        element,
        first.around(
          <Hydrated
            onHydrated={() => {
              element.setAttribute(HYDRATED_ATTRIBUTE, '');
              repeatClick(window, element);
            }}
          >
            <Component {...props} {...loaded} />
          </Hydrated>,
        ),
        {
          identifierPrefix: place.getAttribute('data-island') ?? '',
          onUncaughtError(error, { componentStack }) {
            failed(error, componentStack);
            end();
            queueMicrotask(() => {
              element.innerHTML = html;
            });
          },
          onRecoverableError(error, { componentStack }) {
            if (!isChanged) failed(error, componentStack);
          },
        },
      );
    };
    function start(): void {
      unwatch();
      const scripts = [`/assets/${app}/interactive.${name}.js`];
      tryTwice(() => containers.load<IslandModule>(app, interactiveExpose(name), scripts))
        .then((module) => {
          if (!ended) startTransition(() => hydrate(module));
        })
        .catch((error: unknown) => {
          console.warn(`The island ${name} stays as the server sent it:`, error);
          tell?.({ type: 'chunk', app, error });
        });
    }

    for (const intent of INTENTS) element.addEventListener(intent, start, { passive: true });
    starts.set(place, start);
    observer?.observe(place);
    return end;
  };
  return mountIsland;
}

function Hydrated({ onHydrated, children }: { onHydrated(): void; children: ReactNode }): ReactNode {
  // Once: the rendered element is the same for the life of the root.
  useEffect(onHydrated, [onHydrated]);
  return children;
}

/** Repeats the early click inside the island only, since the page has already handled it. */
function repeatClick(window: Window, element: Element): void {
  const target = window.platformBoot?.clicks.get(element);
  if (!target || !element.contains(target) || target.closest(ACTS_ALONE)) return;
  const stop = (event: Event): void => event.stopPropagation();
  element.addEventListener('click', stop);
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  element.removeEventListener('click', stop);
}
