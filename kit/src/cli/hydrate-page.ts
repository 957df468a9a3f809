/** The used part of Playwright, which is no dependency of this package. */
export interface BrowserLike {
  newPage(): Promise<PageLike>;
  close(): Promise<void>;
}

interface PageLike {
  on(event: 'console', handler: (message: { type(): string; text(): string }) => void): unknown;
  on(event: 'pageerror', handler: (error: Error) => void): unknown;
  on(event: 'request', handler: (request: { url(): string; postData(): string | null }) => void): unknown;
  on(event: 'response', handler: (response: { url(): string; status(): number }) => void): unknown;
  goto(url: string): Promise<{ status(): number } | null>;
  mouse: { move(x: number, y: number): Promise<void> };
  waitForSelector(selector: string, options: { state: 'attached'; timeout: number }): Promise<unknown>;
  getAttribute(selector: string, name: string): Promise<string | null>;
  close(): Promise<void>;
}

/** Longest that a page may take from its document to its hydration. */
const HYDRATION_LIMIT_MS = 10_000;
/** Messages of the shell for a failed hydration or chunk. */
const REPORTS = '/-/reports';
/** Set by the shell's bootstrap: `true` until the first page has rendered, `off` when it never will. */
const STATE = 'data-hydrating';
/** A selector, not a script: the page's own policy forbids evaluating text. */
const DECIDED = `html[${STATE}="false"], html[${STATE}="off"]`;

/**
 * Opens a page and waits until it is hydrated.
 * @returns the problems: a status, console errors, failed requests, a missing hydration.
 */
export async function hydratePage(browser: BrowserLike, url: string): Promise<string[]> {
  const problems: string[] = [];
  const page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400)
      problems.push(`${response.status()} for ${new URL(response.url()).pathname}`);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === REPORTS) problems.push(`reported: ${request.postData() ?? ''}`);
  });
  try {
    await page.goto(url);
    // The first intent starts the scripts at once.
    await page.mouse.move(1, 1);
    await page.waitForSelector(DECIDED, { state: 'attached', timeout: HYDRATION_LIMIT_MS });
    if ((await page.getAttribute('html', STATE)) !== 'false') problems.push('it did not hydrate');
  } catch (error) {
    problems.push(`it did not hydrate: ${(error as Error).message.split('\n')[0]}`);
  } finally {
    await page.close();
  }
  return [...new Set(problems)];
}
