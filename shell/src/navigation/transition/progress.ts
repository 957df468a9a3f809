import { progressAt } from './progress-curve.ts';

/** A navigation that takes longer shows the progress bar. */
const PROGRESS_DELAY_MS = 200;

export interface ProgressPorts {
  now(): number;
  setTimeout(callback: () => void, ms: number): number;
  clearTimeout(timer: number): void;
  /** Draws the bar at a percentage; null removes it. */
  draw(percent: number | null): void;
}

/** The progress bar of a navigation: nothing for the first 200 ms, then a curve that `end` always ends. */
export interface Progress {
  start(): void;
  end(): void;
}

const FRAME_MS = 50;

export function createProgress({ now, setTimeout, clearTimeout, draw }: ProgressPorts): Progress {
  let timer: number | undefined;
  let shown = false;

  function stop(): void {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
  }

  function tick(since: number): void {
    shown = true;
    draw(progressAt(now() - since));
    timer = setTimeout(() => tick(since), FRAME_MS);
  }

  return {
    start() {
      stop();
      if (!shown) timer = setTimeout(() => tick(now()), PROGRESS_DELAY_MS);
      else tick(now());
    },
    end() {
      stop();
      if (shown) draw(null);
      shown = false;
    },
  };
}
