import type { Locator } from 'playwright';
import { describe, expect } from 'vitest';
import { POST, SITE_ROUTES } from './site-routes.ts';
import { test } from './site-test.ts';

const SERVICES = [
  'Web development',
  'IoT systems',
  'Mobile apps',
  'Robotics',
  'System design',
  'DevOps CI/CD',
  'AI/ML integration',
];

/** The apps of the islands that pages embed. */
const ISLAND_APPS: Record<string, string> = {
  LatestPosts: 'blog',
  CodeSample: 'blog',
  OpenRoles: 'marketing',
  StatusNote: 'shell',
};

/** One page of each combination of apps, with and without islands. */
const DIFFERENT_PARTS = ['/', '/about', '/careers', '/blog', '/terms'];

/** @returns the texts of the labels that lie over a part of the box. */
function covering(labels: Locator, box: { x: number; y: number; width: number; height: number }) {
  return labels.evaluateAll(
    (all, { x, y, width, height }) =>
      all
        .filter((label) => {
          const { left, right, top, bottom } = label.getBoundingClientRect();
          return left < x + width && right > x && top < y + height && bottom > y;
        })
        .map((label) => label.textContent),
    box,
  );
}

describe('the footer', () => {
  test('has services, privacy and terms, the year, the site’s name, the status and the subscribe box', async ({
    visit,
  }) => {
    const { page } = await visit({ javaScript: false });
    const { date } = (await page.goto('/about'))!.headers();
    const footer = page.getByRole('contentinfo');
    expect(
      await footer.getByRole('navigation', { name: 'services' }).getByRole('link').allInnerTexts(),
    ).toEqual(SERVICES);
    const legal = footer.getByRole('navigation', { name: 'legal' }).getByRole('link');
    expect(await legal.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/privacy',
      '/terms',
    ]);
    const text = await footer.innerText();
    expect(text).toContain(`© ${new Date(date!).getUTCFullYear()} Voltframe`);
    expect(text).toMatch(/online/i);
    expect(text).toMatch(/monitoring/i);
    const email = footer.getByRole('textbox');
    expect(await email.getAttribute('type')).toBe('email');
    expect(await email.getAttribute('placeholder')).toMatch(/\S/);
    // Without the X-ray button, which needs a script.
    expect(await footer.getByRole('button').allInnerTexts()).toEqual(['EXEC()']);
  });

  test('has four social links without a target, and announces that', async ({ visit }) => {
    const { page, loads } = await visit({ at: '/about' });
    const social = page.getByRole('contentinfo').locator('[data-social]');
    const names = await social.evaluateAll((all) => all.map((link) => link.getAttribute('data-social')));
    expect(names).toEqual(['Twitter', 'LinkedIn', 'GitHub', 'Instagram']);
    expect(await page.getByRole('link', { name: /goes nowhere/, disabled: true }).count()).toBe(4);
    const { length } = loads;
    await social.first().click({ force: true });
    expect(new URL(page.url()).pathname).toBe('/about');
    expect(loads.length).toBe(length);
  });

  test('opens the X-ray by keyboard, keeps it on the next page, and closes it with Escape', async ({
    visit,
  }) => {
    const { page } = await visit({ at: '/' });
    const button = page.getByRole('contentinfo').getByRole('button', { name: 'X-ray this page' });
    await button.press('Enter');
    const panel = page.getByRole('region', { name: 'X-ray of this page' });
    await panel.getByText('3 releases rendered this page.').waitFor();
    expect(await panel.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^shell\s[0-9a-f]{12}$/),
      expect.stringMatching(/^blog\s/),
      expect.stringMatching(/^marketing\s/),
    ]);
    const plates = page.locator('[data-place]');
    const apps = () => plates.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['app']));
    expect(new Set(await apps())).toEqual(new Set(['shell', 'blog', 'marketing']));
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: width === 375 ? 667 : 900 });
      const share = await panel.evaluate((rail) => rail.clientHeight / innerHeight);
      expect([width, share <= 0.2]).toEqual([width, true]);
    }
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /privacy/i })
      .click();
    await plates.getByText('legal').waitFor();
    await panel.getByRole('listitem').filter({ hasText: 'legal' }).waitFor();
    expect(await panel.getByRole('listitem').count()).toBe(2);
    const room = await panel.evaluate((rail) => {
      const [body, root] = [document.body, document.documentElement].map((element) =>
        getComputedStyle(element),
      );
      return [body!.paddingBottom, root!.scrollPaddingBottom].map(
        (px) => parseFloat(px) >= rail.clientHeight,
      );
    });
    expect(room).toEqual([true, true]);
    await page.keyboard.press('Escape');
    expect([await plates.count(), await button.getAttribute('aria-pressed')]).toEqual([0, 'false']);
  });

  test('puts no label of the X-ray over the first line of a page, or over another label', async ({
    visit,
  }) => {
    const { page, hydrated } = await visit();
    const labels = page.locator('[data-place] > span');
    for (const width of [375, 768, 1440])
      for (const path of ['/', POST]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await hydrated();
        await page.getByRole('contentinfo').getByRole('button', { name: 'X-ray this page' }).press('Enter');
        await labels.first().waitFor();
        await page.evaluate(() => scrollTo(0, 0));
        const first = await page.locator('main .label').first().boundingBox();
        expect([width, path, await covering(labels, first!)]).toEqual([width, path, []]);
        // The latest notes on the home page are a part of their own: here they are under the header.
        const island = page.locator('main [data-island]').first();
        if ((await island.count()) === 0) continue;
        await island.evaluate((part) => scrollBy(0, part.getBoundingClientRect().top + 50));
        const shell = await labels.filter({ hasText: 'shell' }).first().boundingBox();
        const others = labels.filter({ hasNotText: 'shell' });
        expect([width, path, await covering(others, shell!)]).toEqual([width, path, []]);
      }
  });

  test('lists in the X-ray of each page exactly the apps that rendered a part of the page', async ({
    visit,
  }) => {
    const { page, hydrated } = await visit();
    const panel = page.getByRole('region', { name: 'X-ray of this page' });
    for (const { path, app } of SITE_ROUTES.filter((route) => DIFFERENT_PARTS.includes(route.path))) {
      const html = await (await page.goto(path))!.text();
      const islands = [...html.matchAll(/data-island="([A-Za-z]+)_/g)].map(([, name]) => ISLAND_APPS[name!]);
      await hydrated();
      await page.getByRole('contentinfo').getByRole('button', { name: 'X-ray this page' }).press('Enter');
      await panel.getByText(/releases rendered this page/).waitFor();
      const listed = (await panel.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\s/)[0]);
      expect([path, listed.toSorted()]).toEqual([path, [...new Set(['shell', app, ...islands])].toSorted()]);
    }
  });

  test('shows the error of a wrong address with space around it', async ({ visit }) => {
    const { page } = await visit({ at: '/about' });
    const form = page.getByRole('contentinfo').locator('form');
    await form.getByRole('textbox').fill('nobody');
    await form.getByRole('button').click();
    await form.getByRole('alert').waitFor();
    const edges = await form
      .locator('> :visible:not([aria-hidden])')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    const gaps = edges.slice(1).map(({ top }, at) => top - edges[at]!.bottom);
    expect(gaps.length).toBe(3);
    expect(Math.min(...gaps)).toBeGreaterThan(4);
  });

  test('underlines the links of an error without JavaScript', async ({ visit }) => {
    const { page, expectProblem } = await visit({ javaScript: false });
    expectProblem(/422 \(/);
    await page.goto('/about');
    const form = page.getByRole('contentinfo').locator('form');
    await form.getByRole('textbox').fill('nobody@nowhere');
    await form.getByRole('button').click();
    const colours = await form
      .getByRole('alert')
      .getByRole('link')
      .evaluate((link) => [getComputedStyle(link).textDecorationColor, getComputedStyle(link).color]);
    expect(colours[0]).toBe(colours[1]);
  });
});
