import type { ViewReport } from '@voltframe/kit/contract/reports/view-report';
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { POST } from './site-routes.ts';
import { test } from './site-test.ts';
import { errorsOf, holdScripts, reportedBy, vitalsOf, watchReports } from './visit.ts';

test('the hydrating state is true until the first page has rendered in the browser, then false', async ({
  visit,
}) => {
  const { page, hydrated } = await visit();
  const letScripts = await holdScripts(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const state = (): Promise<string | undefined> =>
    page.evaluate(() => document.documentElement.dataset['hydrating']);
  expect(await state()).toBe('true');
  letScripts();
  await hydrated();
  expect(await state()).toBe('false');
});

describe('text that changes before hydration', () => {
  /** Edits the page before its scripts load. @returns the errors that it reports when it is left */
  const reportsOf = async (
    page: Page,
    hydrated: () => Promise<void>,
    edit: () => void,
  ): Promise<ViewReport['errors']> => {
    const reports = watchReports(page);
    const letScripts = await holdScripts(page);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await page.evaluate(edit);
    const error = page.waitForEvent('console', (message) => message.type() === 'error');
    letScripts();
    await hydrated();
    await error;
    // After its script has loaded, the page reports its measurements when it is left.
    await reportedBy(page, reports, vitalsOf);
    return reports.flatMap(errorsOf);
  };

  test('is not reported as a failure of the release when an extension or translator changed it', async ({
    visit,
  }) => {
    const { page, hydrated, expectProblem } = await visit({ reports: true });
    expectProblem(/Minified React error #418/);
    const translate = (): void => {
      const font = document.createElement('font');
      font.textContent = 'Ideen, übersetzt';
      document.querySelector('h1')!.replaceChildren(font);
    };
    expect(await reportsOf(page, hydrated, translate)).toEqual([]);
  });

  test('is reported when the server sent another text than the code renders', async ({ visit }) => {
    const { page, hydrated, expectProblem } = await visit({ reports: true });
    expectProblem(/Minified React error #418/);
    // A document with another text than the code renders.
    await page.route('/', async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace(/(<h1[^>]*>)/, '$1Other words ');
      await route.fulfill({ response, body: html });
    });
    const nothing = (): void => undefined;
    expect(await reportsOf(page, hydrated, nothing)).toMatchObject([
      {
        kind: 'hydration',
        app: 'marketing',
        route: 'marketing.home',
        components: expect.stringContaining('/assets/'),
      },
    ]);
  });
});

describe('hydration', () => {
  test('starts without a sign of the visitor', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/');
    await page.locator('html[data-hydrating=false]').waitFor({ state: 'attached' });
  });

  test('keeps text that was typed before', async ({ visit }) => {
    const { page, hydrated } = await visit();
    const letScripts = await holdScripts(page);
    await page.goto('/contact', { waitUntil: 'domcontentloaded' });
    await page.getByRole('main').getByRole('textbox').first().fill('Ada Lovelace');
    letScripts();
    await hydrated();
    expect(await page.getByRole('main').getByRole('textbox').first().inputValue()).toBe('Ada Lovelace');
  });

  test('causes no layout shift while the page loads', async ({ visit }) => {
    const { page } = await visit({ at: '/' });
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let total = 0;
          const observer = new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              if (entry.entryType === 'mark') resolve(total);
              else total += (entry as PerformanceEntry & { value: number }).value;
          });
          observer.observe({ type: 'layout-shift', buffered: true });
          // After the fonts have loaded and were drawn. This entry arrives after those of all shifts.
          void document.fonts.ready.then(() =>
            requestAnimationFrame(() =>
              requestAnimationFrame(() => {
                observer.observe({ type: 'mark' });
                performance.mark('drawn');
              }),
            ),
          );
        }),
    );
    expect(shift).toBe(0);
  });

  test('moves no part of a note: its copy buttons are beside the samples', async ({ visit }) => {
    const places = async (page: Page): Promise<number[]> => {
      await page.evaluate(() => document.fonts.ready);
      return page
        .locator('article pre, article h2')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top + scrollY));
    };
    const { page: plain } = await visit({ javaScript: false });
    await plain.goto(POST);
    const { page } = await visit({ at: POST });
    await page.locator('pre + button').first().waitFor({ state: 'attached' });
    expect(await places(page)).toEqual(await places(plain));

    const sample = page.locator('pre').first();
    const copied = page.locator('pre + button + [role=status]').first();
    for (const [outcome, text] of [
      ['grants', 'Copied'],
      ['refuses', 'The code is selected'],
    ] as const) {
      await page.evaluate((answer) => {
        navigator.clipboard.writeText = () => (answer === 'grants' ? Promise.resolve() : Promise.reject());
      }, outcome);
      await page.locator('pre + button').first().click();
      await copied.filter({ hasText: text }).waitFor({ state: 'attached' });
    }
    expect(await page.evaluate(() => String(getSelection()).trim())).toBe((await sample.innerText()).trim());
  });
});

test('the copy buttons of a note move no code sample, also below a heading', async ({ visit }) => {
  const { page, expectProblem } = await visit();
  // Of the scripts that are aborted.
  expectProblem(/net::ERR_FAILED/);
  const at = '/blog/http-caching-strong-validators';
  const tops = (): Promise<number[]> =>
    page
      .locator('pre')
      .evaluateAll((samples) =>
        samples.map((sample) => Math.round(sample.getBoundingClientRect().top + scrollY)),
      );
  // The button is a late script: without scripts the samples are where the server put them.
  await page.route('**/*.js*', (route) => route.abort());
  await page.goto(at, { waitUntil: 'domcontentloaded' });
  await page.evaluate(() => document.fonts.ready);
  const before = await tops();
  await page.unroute('**/*.js*');
  await page.goto(at);
  await page.locator('pre + button').first().waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready);
  expect(await tops()).toEqual(before);
});

test('a code sample of the blog is copied in a page of marketing', async ({ visit }) => {
  const { page } = await visit({ at: '/about' });
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => void (document.title = text);
  });
  // The focus comes before the island hydrates, and stays.
  await page.locator('pre').focus();
  await page.locator('pre + button').waitFor({ state: 'attached' });
  expect(await page.locator('pre').evaluate((sample) => sample === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Copy this code sample' }).click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
  expect(await page.title()).toBe('curl https://voltframe.example/builds/figures.json');
});

test('without the script of clicks a page hydrates, and its links load documents', async ({ visit }) => {
  const { page, loads, expectProblem } = await visit();
  expectProblem(/Failed to load resource|Links of this page are plain ones/);
  await page.route('**/assets/shell/later.*.js*', (route) => route.abort());
  await page.goto('/contact');
  await page.locator('html[data-hydrating=false][data-links=plain]').waitFor({ state: 'attached' });
  await page.getByRole('navigation').getByRole('link', { name: /about/i }).first().click();
  await page.waitForURL('**/about');
  expect(loads).toEqual(['/contact', '/about']);
});
