/** Default duration of the progress curve. */
const PROGRESS_DURATION_MS = 2000;

/**
 * Progress to show for a navigation of unknown length: fast at first, never quite 100 (docs/behaviour.md 5.12).
 * @param elapsed ms since the bar appeared.
 * @param duration ms that a slow navigation is expected to take.
 * @returns percent, 0 to 100.
 */
export function progressAt(elapsed: number, duration: number = PROGRESS_DURATION_MS): number {
  const completion = (Math.max(0, elapsed) / duration) * 100;
  return (2 / Math.PI) * 100 * Math.atan(completion / 50);
}
