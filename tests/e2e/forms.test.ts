import { expect } from 'vitest';
import { test } from './site-test.ts';

const PDF = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') };

test('an application without JavaScript shows its thanks in the window', async ({ visit }) => {
  const { page } = await visit({ javaScript: false });
  await page.goto('/careers/platform-engineer');
  await page.getByLabel('Your name').fill('Ada Example');
  await page.getByLabel('Your email address').first().fill('ada@example.com');
  await page.getByLabel('Links to things you made').fill('github.com/me');
  await page.getByLabel('A few words about you').fill('I restore backups on calm days.');
  await page.getByLabel('CV').setInputFiles(PDF);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send application' }).click();
  await page.waitForURL('**/careers/platform-engineer?sent=1');
  const thanks = page.getByRole('main').getByRole('status');
  expect(await thanks.getByRole('heading').innerText()).toBe('Thank you.');
  expect(await page.getByRole('heading', { name: /^Apply for/ }).count()).toBe(0);
  await expect
    .poll(() =>
      thanks.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return [element === document.activeElement, top >= 72, bottom <= innerHeight];
      }),
    )
    .toEqual([true, true, true]);
});

test('an upload shows its progress on a slow connection, and a file that is not a PDF is rejected', async ({
  visit,
}) => {
  const { page } = await visit({ at: '/careers/platform-engineer' });
  const form = page.locator('form[data-form=application]');
  await form.getByLabel('CV').setInputFiles({ ...PDF, name: 'cv.docx', mimeType: 'application/msword' });
  expect(await form.locator('#application-cv-error').innerText()).toContain('not a PDF');
  await form
    .getByLabel('CV')
    .setInputFiles({ ...PDF, buffer: Buffer.concat([PDF.buffer, Buffer.alloc(2e6), PDF.buffer]) });
  expect(await form.locator('#application-cv-error').isVisible()).toBe(false);
  await form.getByLabel('Your name').fill('Ada Example');
  await form.getByLabel('Your email address').fill('ada@example.com');
  await form.getByLabel('A few words about you').fill('I restore backups on calm days.');
  await form.getByRole('checkbox').check();
  const line = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 800_000 };
  await line.send('Network.emulateNetworkConditions', slow);
  await form.getByRole('button', { name: 'Send application' }).click();
  await expect
    .poll(() => form.getByRole('progressbar').evaluate((bar) => (bar as HTMLProgressElement).value))
    .toBeGreaterThan(0);
  await page.getByRole('main').getByRole('status').getByText('Thank you').waitFor();
});
