import type { Page, Route } from 'playwright';
import { expect } from 'vitest';
import { test } from '../site-test.ts';
import { open, watchRequests } from './members-visit.ts';

const NOTES = /\/members\/notes\/\d+\/_payload\.json/;

/** Delays every request for a note. @returns counts, and a function that continues the requests */
async function slowNotes(page: Page): Promise<{ most(): number; begun(): number; release(): Promise<void> }> {
  const waiting: Route[] = [];
  let running = 0;
  let most = 0;
  let begun = 0;
  await page.route(NOTES, (route) => {
    begun++;
    most = Math.max(most, ++running);
    waiting.push(route);
  });
  return {
    most: () => most,
    begun: () => begun,
    async release() {
      await Promise.all(
        waiting.splice(0).map(async (route) => {
          const response = await route.fetch();
          running--;
          await route.fulfill({ response });
        }),
      );
    },
  };
}

test('visible links are prefetched, each page once, with at most four requests in parallel', async ({
  visit,
}) => {
  const visited = await visit();
  const { page } = visited;
  const requests = watchRequests(page, NOTES);
  const notes = await slowNotes(page);
  await open(visited, '/members/hall');
  await expect.poll(notes.begun).toBe(4);
  for (let done = 4; done < 12; done += 4) {
    await notes.release();
    await expect.poll(notes.begun).toBe(done + 4);
  }
  await notes.release();
  expect(notes.most()).toBe(4);
  expect(requests).toHaveLength(12);
  expect(new Set(requests).size).toBe(12);
  // A click does not fetch prefetched data again.
  await page.getByRole('link', { name: 'Note 7' }).click();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Note 7, first edition');
  expect(requests).toHaveLength(12);
});

test('a link that is not visible, opts out or leads to another site is not prefetched', async ({ visit }) => {
  const visited = await visit();
  const { page } = visited;
  const rooms = watchRequests(page, /members\.room\.[0-9a-f]+\.js$/);
  const vaults = watchRequests(page, /members\.vault\.[0-9a-f]+\.js$/);
  const notes = watchRequests(page, NOTES);
  await open(visited, '/members/hall');
  await expect.poll(() => notes.length).toBe(12);
  expect(rooms).toEqual([]);
  await page.getByRole('heading', { name: 'The end of the hall' }).scrollIntoViewIfNeeded();
  await expect.poll(() => rooms.length).toBe(1);
  expect(vaults).toEqual([]);
});
