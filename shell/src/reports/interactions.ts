/** The part of a browser's `PerformanceEventTiming` that is used. */
export interface EventTiming extends PerformanceEntry {
  /** Equal for all events of one tap or key; 0: no interaction. */
  interactionId?: number;
}

/** Number of slowest interactions that are stored. One of each fifty interactions is ignored as an outlier. */
const SLOWEST = 10;
const PER_OUTLIER = 50;

/** The interaction to next paint: nearly the slowest response to a tap or key. */
export function createInteractions() {
  const slowest: { id: number; ms: number }[] = [];
  return {
    add({ interactionId: id, duration: ms }: EventTiming): void {
      if (!id) return;
      const known = slowest.find((one) => one.id === id);
      if (known) known.ms = Math.max(known.ms, ms);
      else slowest.push({ id, ms });
      slowest.sort((one, other) => other.ms - one.ms).splice(SLOWEST);
    },
    /**
     * @param count of all interactions, where the browser reports it: quick ones have no entry
     * @returns ms; undefined without any
     */
    slow(count = 0): number | undefined {
      const place = Math.min(slowest.length - 1, Math.floor(count / PER_OUTLIER));
      return slowest[place] && Math.round(slowest[place].ms);
    },
  };
}
