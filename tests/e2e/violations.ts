import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** The rules of axe whose result depends on the colour scheme. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * @param rules the names of the rules to check; all that axe has by default, where it is left out.
 * @returns each violation on the page: its rule and its element.
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Without the elements that passed, which axe takes as long to describe as to check.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
