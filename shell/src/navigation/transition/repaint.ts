import { hasViewTransitions, type LookedAt } from './view-transition.ts';

/** Longest wait for the repaint (the hero transition) before a route is resolved (docs/behaviour.md 5.11). */
const REPAINT_TIMEOUT_MS = 100;

interface RepaintWindow extends LookedAt {
  requestAnimationFrame(callback: () => void): unknown;
  setTimeout(callback: () => void, ms: number): unknown;
}

/**
 * Waits until the browser has painted the effect of the click (docs/behaviour.md 5.11): about 100 ms at most
 * (background tabs). A view transition begins with a frame of the shown page: waiting for another frame would
 * double the delay.
 */
export async function repaint(window: RepaintWindow): Promise<void> {
  if (hasViewTransitions(window)) return;
  await new Promise<void>((resolve) => {
    window.setTimeout(resolve, REPAINT_TIMEOUT_MS);
    window.requestAnimationFrame(() => window.setTimeout(resolve, 0));
  });
}
