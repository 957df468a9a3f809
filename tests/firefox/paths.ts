import type { Page } from 'puppeteer-core';
import { must } from '../containers/report.ts';
import { SITE_ROUTES } from '../e2e/site-routes.ts';

/** Opens a page and waits until it runs. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await page.waitForSelector('html[data-hydrating=false][data-links=followed]');
}

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => element.textContent.trim());

async function shows(page: Page, selector: string, pattern: string): Promise<void> {
  await page.waitForFunction(
    (at, source) => new RegExp(source).test(document.querySelector(at)?.textContent ?? ''),
    {},
    selector,
    pattern,
  );
}

/** Every page hydrates. */
export async function hydration(page: Page, url: string): Promise<void> {
  for (const { path } of SITE_ROUTES) {
    const manifest = page.waitForResponse((response) => response.url().includes('/builds/meta/'));
    await open(page, url + path);
    // Firefox reports each prefetch that the next document aborts. The manifest is requested a second after the load.
    await manifest;
    await page.waitForNetworkIdle();
  }
}

/** A click changes the page without loading a document, and Back returns. */
export async function navigation(page: Page, url: string): Promise<void> {
  await open(page, `${url}/`);
  const home = await textOf(page, 'h1');
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.click('nav[aria-label=Main] a[href="/about"]');
  await shows(page, 'h1', 'A lab');
  must(new URL(page.url()).pathname === '/about', `the address is ${page.url()}`);
  await page.evaluate(() => history.back());
  await page.waitForFunction((text) => document.querySelector('h1')?.textContent.trim() === text, {}, home);
  must(await page.evaluate(() => 'same' in window), 'a document was loaded');
}

/** The contact form reports a missing field, and thanks for a complete entry. */
export async function contactForm(page: Page, url: string): Promise<void> {
  await open(page, `${url}/contact`);
  await page.click('form[data-form=contact] button');
  await page.waitForSelector('#contact-email-error:not([hidden])');
  await page.type('#contact-name', 'Ada Example');
  await page.type('#contact-email', 'ada@example.com');
  await page.select('#contact-topic', 'web-development');
  await page.type('#contact-message', 'A page that counts boats.');
  await page.click('#contact-consent');
  await page.click('form[data-form=contact] button');
  await shows(page, 'main [role=status]', 'Thank you');
}

/** The search finds notes while the visitor types. */
export async function blogSearch(page: Page, url: string): Promise<void> {
  await open(page, `${url}/blog`);
  await page.type('#note-search', 'valida');
  await shows(page, 'main [role=status]', '^[0-9]+ notes for “valida”$');
  must((await page.$('[data-result] mark')) !== null, 'nothing is marked');
}

/** The menu of small screens opens, follows a link and closes. */
export async function menu(page: Page, url: string): Promise<void> {
  await page.setViewport({ width: 375, height: 800 });
  await open(page, `${url}/`);
  await page.click('#site-menu > summary');
  await page.click('#site-menu a[href="/careers"]');
  await shows(page, 'h1', 'Work on things');
  must((await page.$('#site-menu[open]')) === null, 'the menu stays open');
}
