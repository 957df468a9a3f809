import { oncePainted, whenIdle } from '@voltframe/kit/react/refusable';
import { turnOff } from '../boot-state.ts';

/** Longest that scripts wait for the first paint (ms). */
const PAINT_MS = 2000;
/**
 * a busy Chromium may report none for seconds, even without a long task.
 */
const IDLE_MS = 200;
const INTENTS = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'touchstart', 'wheel', 'scroll'];

/** Imports the page's scripts, all in parallel: after the first paint when the browser is idle, or on first intent. */
export function startScripts(window: Window, scripts: readonly string[]): void {
  let started = false;
  const start = (): void => {
    if (started) return;
    started = true;
    for (const intent of INTENTS) window.removeEventListener(intent, onIntent);
    // The first is the shell's entry, which hydrates the page. The entry imports the others itself and handles their
    // failure.
    const [entry, ...others] = scripts.map((url) => import(/* webpackIgnore: true */ url));
    for (const other of others) other.catch(() => {});
    entry?.catch(() => turnOff(window));
  };
  const onIntent = (event: Event): void => {
    if (!isStill(event as PointerEvent)) start();
  };
  for (const intent of INTENTS) window.addEventListener(intent, onIntent, { passive: true });
  afterPaint(window, () => whenIdle(start, IDLE_MS));
}

/** Chromium reports the position of the pointer with its first frame, without a movement. */
function isStill({ type, movementX, movementY }: PointerEvent): boolean {
  return type === 'pointermove' && movementX === 0 && movementY === 0;
}

/** The browser reports its first paint; on a busy machine a frame callback can run before it. */
function afterPaint(window: Window, callback: () => void): void {
  let done = false;
  const once = (): void => {
    if (!done) callback();
    done = true;
  };
  if (!oncePainted(once)) return void window.requestAnimationFrame(() => window.setTimeout(once));
  window.setTimeout(once, PAINT_MS); // a tab in the background does not paint
}
