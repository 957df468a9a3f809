import type { ReportedError, ViewReport, Vitals } from '@voltframe/kit/contract/reports/view-report';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { expect } from 'vitest';

/** The settings of a visitor's browser. */
export interface Visitor {
  /** Path of a page to open and to hydrate. Default: none. */
  at?: string;
  javaScript?: boolean;
  /** Width of the window, CSS pixels. */
  width?: number;
  userAgent?: string;
  /** Sends reports, as a browser without automation does. */
  reports?: boolean;
  /** Default 'reduce', so that nothing moves during a test. */
  motion?: 'reduce' | 'no-preference';
  /** Uses the normal time limit for loading code. Default: minutes, because the machine may be busy. */
  givesUp?: true;
}

/** A visitor's window on the site. */
export interface Visit {
  page: Page;
  /** Paths of the documents loaded so far, in order. */
  loads: string[];
  /** Errors, warnings and failed requests the browser reported so far; a test ends with none unexpected. */
  problems: string[];
  /** Lets problems that match pass. */
  expectProblem(pattern: RegExp): void;
  /** Waits until the page runs: hydrated, with the client's router in charge. */
  hydrated(): Promise<void>;
  /** Closes the window. Fails if an unexpected problem was reported. */
  end(): Promise<void>;
}

const HEIGHT = 800;
/** For steps that take well under a second on an idle machine. */
const PATIENCE_MS = 60_000;
/** All tests share the rate limit of reports of one address, so any of them may exceed it. */
const REPORTS_ENOUGH = /status of 429 .*\/-\/reports$/;

export async function startVisit(browser: Browser, siteUrl: string, visitor: Visitor = {}): Promise<Visit> {
  const context = await browser.newContext({ baseURL: siteUrl, ...contextOptions(visitor) });
  context.setDefaultTimeout(PATIENCE_MS);
  if (visitor.reports) await context.addInitScript(hideAutomation);
  if (!visitor.givesUp) await context.addInitScript(waitForCode);
  const page = await context.newPage();
  const problems: string[] = [];
  const loads: string[] = [];
  const expected = [REPORTS_ENOUGH];
  watch(page, problems, loads);
  if (visitor.at !== undefined) {
    await page.goto(visitor.at);
    await hydrated(page);
  }
  return {
    page,
    loads,
    problems,
    expectProblem: (pattern) => expected.push(pattern),
    hydrated: () => hydrated(page),
    async end() {
      await context.close();
      expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([]);
    },
  };
}

function contextOptions({ javaScript, width, userAgent, motion }: Visitor): BrowserContextOptions {
  return {
    viewport: { width: width ?? 1440, height: HEIGHT },
    colorScheme: 'dark',
    reducedMotion: motion ?? 'reduce',
    javaScriptEnabled: javaScript ?? true,
    ...(userAgent && { userAgent }),
  };
}

function watch(page: Page, problems: string[], loads: string[]): void {
  page.on('console', (message) => {
    const { url } = message.location();
    if (['error', 'warning'].includes(message.type()))
      problems.push(`${message.type()}: ${message.text()} ${url}`);
  });
  // Unhandled rejections too.
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('crash', () => problems.push('crash'));
  page.on('request', (request) => {
    const isDocument = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (isDocument) loads.push(new URL(request.url()).pathname);
  });
}

/** Runs in the page before its scripts. */
function hideAutomation(): void {
  Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
}

/**
 * Runs in the page before its scripts: the four seconds that code may take to load
 * (shell/src/remotes/load-limit.ts) become four minutes.
 */
export function waitForCode(): void {
  const { setTimeout } = globalThis;
  const patient = (callback: () => void, ms?: number, ...rest: unknown[]) =>
    setTimeout(callback, ms === 4_000 ? 240_000 : ms, ...rest);
  Object.assign(globalThis, { setTimeout: patient });
}

/** Moves the mouse, because scripts wait for idle time or the first sign of a visitor. */
export async function hydrated(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  await page.locator('html[data-hydrating=false][data-links=followed]').waitFor({ state: 'attached' });
}

/** Holds the site's scripts. @returns a function that releases them */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return resolve;
}

/** @returns a list to which each later report of the page is added */
export function watchReports(page: Page): ViewReport[] {
  const reports: ViewReport[] = [];
  page.on('request', (request) => {
    const text = request.url().endsWith('/-/reports') && request.postData();
    if (text) reports.push(JSON.parse(text) as ViewReport);
  });
  return reports;
}

/** Makes the page send its reports, as when it is left. @returns the picked parts of them */
export async function reportedBy<Part>(
  page: Page,
  reports: ViewReport[],
  pick: (report: ViewReport) => Part[],
): Promise<Part[]> {
  await expect
    .poll(async () => {
      await leave(page);
      return reports.flatMap(pick).length;
    })
    .toBeGreaterThan(0);
  return reports.flatMap(pick);
}
export const leave = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
export const errorsOf = ({ errors = [] }: ViewReport): ReportedError[] => errors;
export const vitalsOf = ({ vitals }: ViewReport): Vitals[] => (vitals ? [vitals] : []);
