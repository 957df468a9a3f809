import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

export interface Viewport {
  /** CSS pixels. */
  width: number;
  scheme: 'dark' | 'light';
}

/** Each size with each colour scheme; neighbours differ in both. */
export const VIEWPORTS: Viewport[] = [
  { width: 375, scheme: 'dark' },
  { width: 1440, scheme: 'light' },
  { width: 375, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
];

/** @returns the violations that axe reports on the page or a part of it: rule and element. */
export async function violations(page: Page, part = 'html'): Promise<string[]> {
  // Without passed elements, whose description takes axe as long as their check.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .include(part)
    .options({ resultTypes: ['violations'] });
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Opens an address in each viewport. @returns the violations, and whether the page is wider than the viewport */
export async function violationsAt(page: Page, address: string, viewports: Viewport[]): Promise<string[]> {
  const found: string[] = [];
  for (const [index, { width, scheme }] of viewports.entries()) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    if (index === 0) await page.goto(address);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    const all = [...(await violations(page)), ...(wider > 0 ? [`${wider} px wider than the viewport`] : [])];
    found.push(...all.map((violation) => `${address} ${width} ${scheme}: ${violation}`));
  }
  return found;
}

/**
 * Opens each address in one viewport, and takes the viewports in turn.
 * @returns as `violationsAt`
 */
export async function violationsInTurn(page: Page, addresses: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [index, address] of addresses.entries())
    found.push(...(await violationsAt(page, address, [VIEWPORTS[index % VIEWPORTS.length]!])));
  return found;
}
