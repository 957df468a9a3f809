import { OFF_EVENT, setHydrating } from '../boot-state.ts';

/** Longest that scripts wait for an idle moment after the first paint (ms). */
const IDLE_MS = 2000;
const INTENTS = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'touchstart', 'wheel', 'scroll'];

/** Imports the page's scripts, all in parallel: after the first paint when the browser is idle, or on first intent. */
export function startScripts(window: Window, scripts: readonly string[]): void {
  let started = false;
  const start = (): void => {
    if (started) return;
    started = true;
    for (const intent of INTENTS) window.removeEventListener(intent, start);
    // The first is the shell's entry, which hydrates; the others it asks for itself and deals with their failure.
    const [entry, ...others] = scripts.map((url) => import(/* webpackIgnore: true */ url));
    for (const other of others) other.catch(() => {});
    entry?.catch(() => turnOff(window));
  };
  for (const intent of INTENTS) window.addEventListener(intent, start, { passive: true });
  afterPaint(window, () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: IDLE_MS });
    else setTimeout(start);
  });
}

function afterPaint(window: Window, callback: () => void): void {
  window.requestAnimationFrame(() => window.setTimeout(callback));
}

function turnOff(window: Window): void {
  setHydrating(window.document, 'off');
  window.dispatchEvent(new Event(OFF_EVENT));
}
