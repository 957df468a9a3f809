/** Ids that are in every document compress to a few bytes more or less. */
const LEAST_BYTES = 100;

/** @returns whether two sizes of a page differ by so little that it says nothing. */
export function bytesAlike(now: number, then: number): boolean {
  return Math.abs(now - then) < LEAST_BYTES;
}
