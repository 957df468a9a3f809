import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** @returns what axe objects to on a page: the rule and the element of each */
export async function violations(page: Page): Promise<string[]> {
  const result = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
