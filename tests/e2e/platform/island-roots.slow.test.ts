import type { CDPSession, Page } from 'playwright';
import { expect } from 'vitest';
import { test } from '../site-test.ts';
import { open } from './members-visit.ts';

/** Round trips. Those before the first measurement fill the caches of the page and of the engine. */
const ROUNDS = 500;
const ROUNDS_BEFORE = 50;
/** Bytes that the page may keep for each navigation. */
const BYTES_EACH = 2_000;

/** Follows the links of the page, and waits for both islands each time. */
function travel(page: Page, rounds: number): Promise<void> {
  return page.evaluate(async (times) => {
    const until = async (isThere: () => boolean): Promise<void> => {
      while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve));
    };
    const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);
    for (let round = 0; round < times; round++) {
      await until(() => all('main [data-hydrated]').length === 2);
      all('main button')[0]!.click();
      all('main a[href="/lobby/quiet"]')[0]!.click();
      await until(() => all('main a[href="/lobby"]').length === 1);
      all('main a[href="/lobby"]')[0]!.click();
    }
    await until(() => all('main [data-hydrated]').length === 2);
  }, rounds);
}

/** Measures after a garbage collection; the nodes include those of detached trees. */
async function left(session: CDPSession) {
  for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { bytes: usedSize, nodes, listeners: jsEventListeners };
}

test(
  '1,000 navigations to and from a page with interactive islands leak no memory',
  { timeout: 1_200_000 },
  async ({ visit }) => {
    const visited = await visit();
    const { page, loads } = visited;
    // Network changes of the machine.
    visited.expectProblem(/ERR_NETWORK_CHANGED|Cannot load payload/);
    await open(visited, '/lobby');
    const session = await page.context().newCDPSession(page);
    await travel(page, ROUNDS_BEFORE);
    const before = await left(session);
    await travel(page, ROUNDS);
    const after = await left(session);
    expect(loads).toEqual(['/lobby']);
    // A leaked root would keep its nodes and listeners.
    expect(after.nodes - before.nodes).toBeLessThan(100);
    expect(after.listeners - before.listeners).toBeLessThan(100);
    expect(after.bytes - before.bytes).toBeLessThan(2 * ROUNDS * BYTES_EACH);
  },
);
