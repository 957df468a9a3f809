import { expect } from 'vitest';
import { ERROR_PATHS } from './site-routes.ts';
import { test } from './site-test.ts';

test.for([true, false])(
  'an unknown page shows the error screen instead of the layout (JavaScript: %s)',
  async (javaScript, { visit }) => {
    const { page, expectProblem, loads } = await visit({ javaScript });
    expectProblem(/404 \(/);
    for (const { path, message } of ERROR_PATHS) {
      const response = await page.goto(path);
      expect([path, response!.status()]).toEqual([path, 404]);
      const screen = page.locator('[data-error-screen=not-found]');
      expect(await screen.count()).toBe(1);
      const text = await screen.innerText();
      for (const part of ['404', 'Page Not Found', message]) expect(text).toContain(part);
      expect(await page.getByRole('banner').count()).toBe(0);
      expect(await page.getByRole('contentinfo').count()).toBe(0);
      // The title has status and message; there is no canonical address, and no part of a stack.
      expect(await page.title()).toBe(`404 - ${message} | Voltframe`);
      expect(await page.locator('link[rel=canonical]').count()).toBe(0);
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
      expect(await response!.text()).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d/);
    }
    expect(loads).toEqual(ERROR_PATHS.map(({ path }) => path.split('?')[0]));
  },
);

test('the texts of the error screen do not overlap its drawing, from 768 px to 1440 px', async ({
  visit,
}) => {
  const { page, expectProblem } = await visit({ javaScript: false });
  expectProblem(/404 \(/);
  await page.goto('/nowhere');
  for (const width of [768, 900, 1040, 1200, 1300, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const [drawing, ...words] = await page.evaluate(() => {
      // The longest title of the screen, and a message of several lines.
      document.querySelector('h1')!.textContent = 'Internal Server Error';
      document.querySelector('h1 + p')!.textContent = 'Something went wrong on our side. '.repeat(8);
      const boxOf = (element: Element): DOMRect => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect();
      };
      const svg = document.querySelector('main svg')!;
      return [svg.getBoundingClientRect(), ...[...document.querySelectorAll('h1, h1 + p')].map(boxOf)].map(
        ({ left, right }) => ({ left, right }),
      );
    });
    for (const { right } of words) expect([width, right <= drawing!.left]).toEqual([width, true]);
  }
});

test('a link to an unknown page shows its query in the message, as the server does', async ({ visit }) => {
  const { page, loads, expectProblem } = await visit({ at: '/' });
  expectProblem(/Page not found/);
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/nowhere?x=1&y#z';
    document.getElementById('main')!.append(link);
    link.click();
  });
  expect(await page.locator('[data-error-screen=not-found]').innerText()).toContain(
    'Page not found: /nowhere?x=1&y\n',
  );
  expect(loads).toEqual(['/']);
});
