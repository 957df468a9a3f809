import type { BrowserContext, Page } from 'playwright';
import type { OperatedSite } from '../e2e/operated-site.ts';

/** A site behind a front, and the browser of a visitor. */
export interface World {
  site: OperatedSite;
  /** Address of the front, and `SITE_URL`; without a slash at its end. */
  url: string;
  context: BrowserContext;
}

/** Opens a page, and waits until it follows its links. */
export async function open({ context, url }: World, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url + path);
  await page.locator('html[data-links=followed]').waitFor({ state: 'attached' });
  return page;
}
