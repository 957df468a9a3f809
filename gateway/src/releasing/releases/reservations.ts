/** Blobs that a release on its way in will need: nobody else knows of them yet, so garbage collection asks here. */
export interface Reservations {
  /** @returns ends the reservation. */
  reserve(sha256s: Iterable<string>): () => void;
  /** @returns tells what is reserved now or at any time from now on: also what was remembered and let go meanwhile. */
  watch(): { has(sha256: string): boolean; end(): void };
}

export function createReservations(): Reservations {
  const counts = new Map<string, number>();
  const watching = new Set<Set<string>>();
  return {
    watch() {
      const seen = new Set(counts.keys());
      watching.add(seen);
      return { has: (sha256) => seen.has(sha256), end: () => void watching.delete(seen) };
    },
    reserve(sha256s) {
      const reserved = [...new Set(sha256s)];
      for (const seen of watching) for (const sha256 of reserved) seen.add(sha256);
      for (const sha256 of reserved) counts.set(sha256, (counts.get(sha256) ?? 0) + 1);
      return () => {
        for (const sha256 of reserved) {
          const left = (counts.get(sha256) ?? 1) - 1;
          if (left > 0) counts.set(sha256, left);
          else counts.delete(sha256);
        }
      };
    },
  };
}
