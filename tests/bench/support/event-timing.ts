import type { Page } from 'playwright';

/** The least duration that browsers report, ms. A shorter interaction has no entry and counts as this duration. */
const SHORTEST_MS = 16;
/** Browsers report an interaction up to some frames after its paint. */
const REPORTED_MS = 500;

/** What a page has seen since the last reading. */
interface Timings {
  /** Durations of the events of interactions, ms in steps of 8. */
  durations: number[];
  /** The times of the last input and of the frame with the expected result, ms since the navigation. */
  began: number;
  shown?: Promise<number>;
}
type Timed = Window & { timings: Timings };

/** The times of an interaction, ms. */
export interface InteractionTime {
  /** From the input until the next paint, as in Interaction to Next Paint: the slowest if there were several. */
  paint: number;
  /** From the last input until the frame with its result. Only with a selector of the result. */
  result?: number;
}

/** Runs in the page before its scripts. */
export function watchInteractions(): void {
  const timings: Timings = { durations: [], began: 0 };
  Object.assign(window, { timings });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) timings.durations.push(entry.duration);
  });
  observer.observe({ type: 'event', durationThreshold: 16 });
  for (const name of ['pointerup', 'keydown'])
    addEventListener(name, ({ timeStamp }) => (timings.began = timeStamp), { capture: true });
}

/**
 * Measures the interactions of `act` in a page that has run `watchInteractions`.
 * @param result selector that matches when the result is in the document, and not before
 */
export async function timeInteraction(
  page: Page,
  act: () => Promise<void>,
  result?: string,
): Promise<InteractionTime> {
  await page.evaluate(expectResult, result);
  await act();
  await page.evaluate(() => (window as unknown as Timed).timings.shown);
  await page.waitForTimeout(REPORTED_MS);
  return page.evaluate(async (least) => {
    const { durations, began, shown } = (window as unknown as Timed).timings;
    const paint = Math.max(least, ...durations);
    return shown ? { paint, result: (await shown) - began } : { paint };
  }, SHORTEST_MS);
}

/** Runs in the page. */
function expectResult(result: string | undefined): void {
  const { timings } = window as unknown as Timed;
  timings.durations = [];
  delete timings.shown;
  if (result === undefined) return;
  timings.shown = new Promise((done) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(result)) return;
      observer.disconnect();
      // A timer of a frame runs after the frame is drawn.
      requestAnimationFrame(() => setTimeout(() => done(performance.now())));
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  });
}
