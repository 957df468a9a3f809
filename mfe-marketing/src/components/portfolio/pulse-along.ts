/** Pulses last almost until the next reading; one takes between these. */
const SPREAD_MS = 50_000;
const SHORTEST_MS = 500;
const LONGEST_MS = 1_600;
/** Most pulses on a path at once, which would join to a line otherwise. */
const MOST_TOGETHER = 16;

/** Shows `count` pulses on a path, several at once when there are many. */
export function pulseAlong(path: SVGPathElement, count: number): void {
  const together = Math.min(MOST_TOGETHER, Math.ceil((count * SHORTEST_MS) / SPREAD_MS));
  const times = count / together;
  path.setAttribute('stroke-dasharray', `3 ${100 / together - 3}`);
  path.animate?.(
    [
      { strokeDashoffset: 0, opacity: 1 },
      { strokeDashoffset: -100, opacity: 1 },
    ],
    { duration: Math.min(LONGEST_MS, SPREAD_MS / times), iterations: times },
  );
}
