import { expect } from 'vitest';
import { test } from './site-test.ts';

const INDEX = 'Services on this page';

test('the index stays visible and marks the service in view, with its channel', async ({ visit }) => {
  const { page } = await visit({ at: '/services', width: 375 });
  const current = page.getByRole('navigation', { name: INDEX }).locator('[aria-current]');
  for (const [slug, label] of [
    ['robotics', 'Robotics'],
    ['ai-ml-integration', 'AI/ML integration'],
    ['web-development', 'Web development'],
  ]) {
    await page.locator(`#${slug}`).evaluate((section) => section.scrollIntoView());
    await expect.poll(() => current.allInnerTexts()).toEqual([expect.stringContaining(label!)]);
    await expect.poll(() => current.evaluate((link) => link.getBoundingClientRect().right <= 375)).toBe(true);
    expect(await page.locator('section[data-live]').getAttribute('id')).toBe(slug);
  }
});

test('after a jump to the top the index marks no service and begins with the first', async ({ visit }) => {
  const { page } = await visit({ at: '/services', width: 375 });
  const index = page.getByRole('navigation', { name: INDEX });
  await page.locator('#ai-ml-integration').evaluate((section) => section.scrollIntoView());
  await expect.poll(() => index.locator('[aria-current]').count()).toBe(1);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(() => index.locator('[aria-current]').count()).toBe(0);
  await expect.poll(() => index.getByRole('list').evaluate((list) => list.scrollLeft)).toBe(0);
});

test('no focused element lies below the index on a phone', async ({ visit }) => {
  const { page } = await visit({ at: '/services', width: 375 });
  const hidden = await page.locator('main section :is(a, summary)').evaluateAll((elements) => {
    const strip = document.querySelector('main nav')!;
    return elements.filter((element) => {
      // Scrolls the element partly below the index.
      const above = strip.getBoundingClientRect().bottom - 10;
      window.scrollBy(0, element.getBoundingClientRect().top - above);
      (element as HTMLElement).focus();
      return element.getBoundingClientRect().top < strip.getBoundingClientRect().bottom;
    });
  });
  expect(hidden).toEqual([]);
});

test('the focused link of the index is fully visible on a phone', async ({ visit }) => {
  const { page } = await visit({ at: '/services', width: 375 });
  const links = page.getByRole('navigation', { name: INDEX }).getByRole('link');
  await links.first().focus();
  for (let i = 1; i < 7; i++) {
    await page.keyboard.press('Tab');
    await expect
      .poll(() =>
        links.nth(i).evaluate((link) => {
          const { left, right } = link.getBoundingClientRect();
          return [link === document.activeElement, left >= 0, right <= 375];
        }),
      )
      .toEqual([true, true, true]);
  }
});

test('without JavaScript the index leads to each service, whose text is in the document', async ({
  visit,
}) => {
  const { page } = await visit({ javaScript: false });
  await page.goto('/services');
  await page.getByRole('navigation', { name: INDEX }).getByRole('link', { name: 'Robotics' }).click();
  expect(new URL(page.url()).hash).toBe('#robotics');
  const service = page.getByRole('region', { name: 'Robotics' });
  await service.getByText('What we will ask').click();
  expect(await service.getByText('What does the machine do when a person walks in?').isVisible()).toBe(true);
});

test.for([true, false])(
  'a service links to the contact form with its topic chosen, with JavaScript: %s',
  async (javaScript, { visit }) => {
    const { page, hydrated } = await visit({ javaScript });
    await page.goto('/services');
    if (javaScript) await hydrated();
    await page.getByRole('link', { name: /^Ask about this ?: Robotics$/ }).click();
    await page.waitForURL('**/contact?topic=robotics');
    const topic = page.getByRole('combobox', { name: 'Topic' });
    await expect.poll(() => topic.inputValue()).toBe('robotics');
    await page.goto('/contact?topic=no-such');
    expect(await topic.inputValue()).toBe('');
  },
);
