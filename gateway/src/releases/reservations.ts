/** Blobs that a release on its way in will need: nobody else knows of them yet, so garbage collection asks here. */
export interface Reservations {
  /** @returns ends the reservation. */
  reserve(sha256s: Iterable<string>): () => void;
  has(sha256: string): boolean;
}

export function createReservations(): Reservations {
  const counts = new Map<string, number>();
  return {
    has: (sha256) => counts.has(sha256),
    reserve(sha256s) {
      const reserved = [...new Set(sha256s)];
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
