import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Visit, Visitor } from '../visit.ts';
import { followLink, navigate, open } from './members-visit.ts';

export type StartVisit = (visitor?: Visitor) => Promise<Visit>;

export const FAULTS = '/members/faults';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A visitor whose browser sends reports, and who meets errors. */
export async function unlucky(visit: StartVisit, more: Visitor = {}): Promise<Visit> {
  const visited = await visit({ reports: true, userAgent: CHROME, ...more });
  visited.expectProblem(/./);
  return visited;
}

/** The error screen of one visitor. */
interface Met {
  page: Page;
  /** The id on the error screen. */
  id: string;
}

/**
 * Triggers each fault of the fixture `members` for one visitor.
 * @param isCspReported whether the gateway has the report of the content security policy
 */
export async function meetFaults(
  visit: StartVisit,
  isCspReported: () => Promise<boolean>,
): Promise<{ inPage: Met; inLoader: Met }> {
  const [inPage, inLoader] = await Promise.all([
    meetInPage(await unlucky(visit), isCspReported),
    meetOnServer(await unlucky(visit), '/members/kitchen'),
    meetOnServer(await unlucky(visit), '/members/cave'),
    open(await unlucky(visit), `${FAULTS}?at=hydration`),
    meetHangingChunk(await unlucky(visit, { givesUp: true })),
  ]);
  return { inPage, inLoader };
}

const met = async (page: Page): Promise<Met> => ({
  page,
  id: await page.locator('[data-error-screen=error] code').innerText(),
});

/** Navigates to the page, and triggers its faults. */
async function meetInPage(visited: Visit, isCspReported: () => Promise<boolean>): Promise<Met> {
  const { page } = visited;
  const fail = (name: string): Promise<void> => page.getByRole('button', { name }).click();
  await open(visited, '/members');
  expect(await navigate(page, FAULTS)).toBe('confirmed');
  for (const name of ['event', 'promise', 'csp']) await fail(name);
  // The report of the policy arrives later than the others; the next fault replaces the view.
  await expect.poll(isCspReported).toBe(true);
  await fail('component');
  return met(page);
}

async function meetOnServer(visited: Visit, path: string): Promise<Met> {
  await open(visited, path);
  return met(visited.page);
}

/** Blocks the code and the document of the next page. */
async function meetHangingChunk(visited: Visit): Promise<void> {
  const hang = (): Promise<never> => new Promise(() => {});
  await visited.page.route(/pages\.members\.hall\.\w+\.js/, hang);
  await visited.page.route('**/members/hall', hang);
  await open(visited, FAULTS);
  await followLink(visited.page, '/members/hall');
}
