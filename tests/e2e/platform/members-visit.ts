import type { Page, Request } from 'playwright';
import type { Visit } from '../visit.ts';

/** @returns addresses (path and query) that the page asks for from now on and that match */
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

/** Opens a page of the site and waits until it knows the rules of its composition as well. */
export async function openWithRules(visit: Visit, path: string): Promise<void> {
  const { page } = visit;
  const asked = page.waitForResponse(/builds\/meta/);
  await open(visit, path);
  const manifest = await asked;
  await manifest.finished();
  // Its beginning was told of. What the page has read once more, it has read before.
  await page.evaluate((url) => fetch(url).then((again) => again.json()), manifest.url());
}

/** Clicks a link of the page that is shown, to wherever. */
export async function followLink(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    const link = document.createElement('a');
    link.href = to;
    document.getElementById('main')!.append(link);
    link.click();
    link.remove();
  }, href);
}

/** What the visitor sees: path and query of the address, and the heading. */
export async function shown(page: Page): Promise<{ at: string; heading: string }> {
  const { pathname, search, hash } = new URL(page.url());
  return { at: pathname + search + hash, heading: await page.getByRole('heading', { level: 1 }).innerText() };
}

/** Guards that ran in the browser, in order: `name path`. */
export function guardRuns(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as { guardRuns?: string[] }).guardRuns ?? []);
}

/** Calls `navigate()` of the kit, which the fixture's home page offers. @returns its outcome, or what it threw */
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
