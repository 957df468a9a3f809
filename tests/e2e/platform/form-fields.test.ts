import { expect } from 'vitest';
import { test } from '../site-test.ts';

const PNG = {
  name: 'sketch.png',
  mimeType: 'image/png',
  buffer: Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1'),
};
const TEXT = { ...PNG, buffer: Buffer.from('no picture') };
const errorOf = (name: string) => `#tour-${name}-error`;

test.for([true, false])(
  'a form without an email takes dates, numbers, a checkbox and a picture (JavaScript: %s)',
  async (javaScript, { visit }) => {
    const { page, expectProblem, hydrated } = await visit({ javaScript });
    expectProblem(/422 \(/);
    await page.goto('/members/tour');
    // A form that is sent before hydration is an ordinary post, also with JavaScript.
    if (javaScript) await hydrated();
    const send = () => page.getByRole('button', { name: 'Book' }).click();
    const wrong = (name: string) => page.locator(errorOf(name)).filter({ visible: true }).waitFor();
    // The browser's own check would stop a post without JavaScript.
    await page.locator('form[data-form=tour]').evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await page.getByLabel('Day').fill('2027-01-01');
    await page.getByLabel('People').fill('1.5');
    await page.getByLabel('Most per person').fill('19.999');
    await send();
    for (const name of ['day', 'people', 'price']) await wrong(name);
    expect(await page.getByLabel('Day').inputValue()).toBe('2027-01-01');
    await page.getByLabel('Day').fill('2026-12-31');
    await page.getByLabel('People').fill('12');
    await page.getByLabel('Most per person').fill('19.99');
    await page.getByLabel('With lunch').check();
    await page.getByLabel('Sketch').setInputFiles(TEXT);
    await page.locator('form[data-form=tour]').evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await send();
    await wrong('sketch');
    await page.getByLabel('Sketch').setInputFiles(PNG);
    await send();
    await page.getByRole('status').getByText('Your tour is booked.').waitFor();
    expect(new URL(page.url()).search).toBe(javaScript ? '' : '?sent=1');
  },
);
