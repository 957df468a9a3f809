import type { Page } from 'playwright';

/** @returns a step that fails unless an element has a computed style. */
export const looks =
  (selector: string, property: string, value: string) =>
  async (page: Page): Promise<void> => {
    const found = await page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    if (found !== value) throw new Error(`${selector} has ${property}: ${found}, not ${value}`);
  };
