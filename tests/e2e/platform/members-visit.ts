import type { Page, Request } from 'playwright';
import type { Visit } from '../visit.ts';

/** @returns a list to which each later request that matches is added, as path and query */
export function watchRequests(page: Page, pattern: RegExp): string[] {
  const seen: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (pattern.test(pathname)) seen.push(pathname + search);
  });
  return seen;
}

/** Emulates `navigator.connection` before the page's scripts run. */
export async function connect(page: Page, connection: object): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => value, configurable: true });
  }, connection);
}

/** Opens a page of the site and waits until it runs. */
export async function open({ page, hydrated }: Visit, path: string): Promise<void> {
  await page.goto(path);
  await hydrated();
}

/** Opens a page of the site and waits until it has the rules of its composition. */
export async function openWithRules(visit: Visit, path: string): Promise<void> {
  const { page } = visit;
  const requested = page.waitForResponse(/builds\/meta/);
  await open(visit, path);
  const manifest = await requested;
  await manifest.finished();
  // The event marks only the start of the answer. After this second fetch the page has read the first.
  await page.evaluate((url) => fetch(url).then((again) => again.json()), manifest.url());
}

/** Adds a link to the shown page, and clicks it. */
export async function followLink(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    const link = document.createElement('a');
    link.href = to;
    document.getElementById('main')!.append(link);
    link.click();
    link.remove();
  }, href);
}

/** @returns path, query and hash of the address, and the heading */
export async function shown(page: Page): Promise<{ at: string; heading: string }> {
  const { pathname, search, hash } = new URL(page.url());
  return { at: pathname + search + hash, heading: await page.getByRole('heading', { level: 1 }).innerText() };
}

/** Guards that ran in the browser, in order: `name path`. */
export function guardRuns(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as { guardRuns?: string[] }).guardRuns ?? []);
}

/** Calls `navigate()` of the kit through the fixture's home page. @returns its outcome, or its error */
export function navigate(page: Page, to: string, options: object = {}): Promise<string> {
  return page.evaluate(
    async ([target, given]) => {
      const go = (globalThis as unknown as { navigate(to: string, options: object): Promise<string> })
        .navigate;
      let going: Promise<string>;
      try {
        going = go(target, given);
      } catch (error) {
        return `thrown: ${(error as Error).message}`;
      }
      return going.catch((error: Error) => `rejected: ${error.message}`);
    },
    [to, options] as const,
  );
}
