import type { Page } from 'playwright';

/** A frame of a display with 60 Hz, ms. */
export const FRAME_MS = 1_000 / 60;

type Recorded = Window & { frames: { times: number[]; ended: boolean } };

/** @returns the durations of the frames of a page while `act` runs, ms */
export async function recordFrames(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames = { times: [] as number[], ended: false };
    Object.assign(window, { frames });
    const record = (now: number): void => {
      frames.times.push(now);
      if (!frames.ended) requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });
  await act();
  const times = await page.evaluate(() => {
    const { frames } = window as unknown as Recorded;
    frames.ended = true;
    return frames.times;
  });
  return times.slice(1).map((time, at) => time - times[at]!);
}

/**
 * Measures the work of a page without throttling. The time of a processor does not contain the waits for other programs.
 * @returns processor time of the main thread while `act` runs, ms
 */
export async function mainThreadTime(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const seconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  const before = await seconds();
  await act();
  return ((await seconds()) - before) * 1_000;
}
