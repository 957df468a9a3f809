/** Ids that are in every document compress to a few bytes more or less. */
const LEAST_BYTES = 100;
/** A clock shows other times for the same page: what is below says nothing. */
const LEAST_RATIO = 1.5;
const LEAST_MS = 1;

/** @returns whether two sizes of a page differ by so little that it says nothing. */
export function bytesAlike(now: number, then: number): boolean {
  return Math.abs(now - then) < LEAST_BYTES;
}

interface Rendering {
  renderMs: number;
  /** To rendering the shell's frame. */
  renderRatio: number;
}

/** @returns whether two times of rendering differ by so little that it says nothing. */
export function rendersAlike(now: Rendering, then: Rendering): boolean {
  const less = Math.min(now.renderRatio, then.renderRatio);
  const more = Math.max(now.renderRatio, then.renderRatio);
  return more <= less * LEAST_RATIO || Math.abs(now.renderMs - then.renderMs) < LEAST_MS;
}
