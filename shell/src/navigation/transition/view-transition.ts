import { startTransition } from '@voltframe/kit/react/refusable';

/** Longest time that a view transition may delay a page. */
const VIEW_TRANSITION_TIMEOUT_MS = 1000;
/** Longest time until a view transition begins, two frames: where drawing is slow the page changes immediately. */
const VIEW_TRANSITION_START_MS = 34;

export interface LookedAt {
  document: Parameters<typeof startTransition>[0] & { visibilityState: string };
  matchMedia(query: string): { matches: boolean };
}

interface TransitionWindow extends LookedAt {
  setTimeout(callback: () => void, ms: number): unknown;
}

/**
 * whether pages change in view transitions now: the browser supports them, the page is visible, and the visitor
 * accepts motion
 */
export function hasViewTransitions(window: LookedAt): boolean {
  const { document } = window;
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return 'startViewTransition' in document && !reduced && document.visibilityState === 'visible';
}

/**
 * Changes the page inside a view transition where the browser supports them. The page changes immediately where the
 * browser does not, where the visitor prefers reduced motion, or where the browser animates the move itself.
 * @param update changes the page, before the next frame
 * @param ended called when the animation has ended
 * @returns resolves when the page is changed; the transition may still run
 */
export function withViewTransition(
  window: TransitionWindow,
  update: () => Promise<void> | void,
  animated: boolean,
  ended: () => void = () => {},
): Promise<void> {
  const { document } = window;
  const wanted = !animated && hasViewTransitions(window);
  return new Promise((resolve) => {
    let updated: Promise<void> | undefined;
    const updateOnce = (): Promise<void> => {
      updated ??= new Promise((changed) => changed(update()));
      resolve(updated);
      return updated;
    };
    const transition = wanted && startTransition(document, updateOnce);
    if (!transition) {
      void updateOnce();
      return ended();
    }
    // A transition may be skipped at any time (another one starts, the tab is hidden), which is not an error.
    for (const step of [transition.ready, transition.finished, transition.updateCallbackDone])
      step.catch(() => {});
    transition.finished.then(ended, ended);
    const end = (): void => {
      void updateOnce();
      transition.skipTransition();
    };
    window.setTimeout(() => !updated && end(), VIEW_TRANSITION_START_MS);
    window.setTimeout(end, VIEW_TRANSITION_TIMEOUT_MS);
  });
}
