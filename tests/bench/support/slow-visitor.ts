import type { Browser, CDPSession, Locator, Page } from 'playwright';

/** Factor by which the main thread of a page is slowed down. Threads that draw keep their speed. */
export const SLOWER = 4;
/** Time after hydration in which a page loads its later scripts and plays its opening. */
const SETTLED_MS = 2_000;
/** Time for which a finger or a button of the mouse stays down. */
const HELD_MS = 60;

/** The devices of visitors. */
export const DEVICES = ['phone', 'computer'] as const;
export type Device = (typeof DEVICES)[number];

const WINDOWS = {
  phone: { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true },
  computer: { viewport: { width: 1440, height: 900 } },
};

/** A page in use on a slow device. */
export interface SlowVisit {
  page: Page;
  /** Taps or clicks the middle of an element that is in view. */
  press(element: Locator): Promise<void>;
  /** Taps a point, or moves the mouse to it. CSS pixels of the window. */
  point(x: number, y: number): Promise<void>;
}

/**
 * Runs `work` with a page that is hydrated and idle, and then has a processor that is `SLOWER` times slower.
 * @param url of the page
 * @param prepare runs in the page before its scripts
 */
export async function onSlowDevice<Result>(
  browser: Browser,
  url: string,
  device: Device,
  prepare: () => void,
  work: (visit: SlowVisit) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(WINDOWS[device]);
  try {
    const page = await context.newPage();
    await page.addInitScript(prepare);
    await page.goto(url);
    await page.locator('html[data-hydrating=false][data-links=followed]').waitFor({ state: 'attached' });
    await page.waitForTimeout(SETTLED_MS);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const isPhone = device === 'phone';
    return await work({
      page,
      press: (element) => (isPhone ? tap(page, session, element) : element.click({ delay: HELD_MS })),
      point: (x, y) => (isPhone ? page.touchscreen.tap(x, y) : page.mouse.move(x, y)),
    });
  } finally {
    await context.close();
  }
}

/** As `tap` of Playwright, which lifts the finger at once. */
async function tap(page: Page, session: CDPSession, element: Locator): Promise<void> {
  const { x, y, width, height } = (await element.boundingBox())!;
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(HELD_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
