import styles from './progress.module.css';

/** A navigation that takes longer shows the progress bar. */
const PROGRESS_DELAY_MS = 200;
/** Expected duration of a slow navigation. */
const PROGRESS_DURATION_MS = 2000;
const FRAME_MS = 50;

interface ProgressClock {
  now(): number;
  setTimeout(callback: () => void, ms: number): number;
  clearTimeout(timer: number): void;
}

export type Progress = ReturnType<typeof createProgress>;

/** The progress bar of a navigation: nothing for the first 200 ms, then a curve that `end` always ends. */
export function createProgress(document: Document, { now, setTimeout, clearTimeout }: ProgressClock) {
  let timer: number | undefined;
  let bar: HTMLElement | undefined;

  function stop(): void {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
  }

  function tick(since: number): void {
    bar ??= document.body.appendChild(makeBar(document));
    const percent = progressAt(now() - since);
    bar.setAttribute('aria-valuenow', String(Math.round(percent)));
    bar.style.transform = `scaleX(${percent / 100})`;
    timer = setTimeout(() => tick(since), FRAME_MS);
  }

  return {
    start(): void {
      stop();
      if (bar) tick(now());
      else timer = setTimeout(() => tick(now()), PROGRESS_DELAY_MS);
    },
    end(): void {
      stop();
      bar?.remove();
      bar = undefined;
    },
  };
}

/**
 * Progress to show for a navigation of unknown length: fast at first, never quite 100 (docs/behaviour.md 5.12).
 * @param elapsed ms since the bar appeared.
 * @returns percent, 0 to 100.
 */
function progressAt(elapsed: number): number {
  const completion = (Math.max(0, elapsed) / PROGRESS_DURATION_MS) * 100;
  return (2 / Math.PI) * 100 * Math.atan(completion / 50);
}

/** The bar is above the page, outside the app's root. */
function makeBar(document: Document): HTMLElement {
  const bar = document.createElement('div');
  bar.id = 'progress';
  bar.className = styles['bar'] ?? '';
  bar.setAttribute('role', 'progressbar');
  bar.setAttribute('aria-label', 'Loading the page');
  bar.setAttribute('aria-valuemin', '0');
  bar.setAttribute('aria-valuemax', '100');
  return bar;
}
