/** How long a page takes, in milliseconds, and how many times as long as the shell's frame, rendered beside it. */
export interface RenderTimes {
  ms: number;
  ratio: number;
}

/** Below it, a clock between two processes says nothing. */
const LEAST_MS = 0.1;

/**
 * Renders page and frame by turns: what slows the machine down slows both.
 * @param rounds the middle one counts. @param clock milliseconds with fractions.
 * @throws what rendering throws
 */
export async function timeRenders(
  render: { page(): Promise<unknown>; frame(): Promise<unknown> },
  rounds: number,
  clock: () => number,
): Promise<RenderTimes> {
  const [pages, frames]: [number[], number[]] = [[], []];
  const time = async (work: () => Promise<unknown>, into: number[]): Promise<void> => {
    const started = clock();
    await work();
    into.push(clock() - started);
  };
  for (let round = 0; round < rounds; round++) {
    await time(render.page, pages);
    await time(render.frame, frames);
  }
  const [ms, frame] = [middle(pages), middle(frames)];
  return { ms: rounded(ms), ratio: rounded(Math.max(ms, LEAST_MS) / Math.max(frame, LEAST_MS)) };
}

function middle(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
