import { type Declaration, parse, walk } from 'css-tree';
import { isOfSource } from '../contract/routing/foreign-sources.ts';
import type { StyleIssue } from './check-stylesheet.ts';
import { styleAddresses } from './style-addresses.ts';

const MOST_ISSUES = 20;
const LONGEST_ADDRESS = 300;
/** An address with a host. */
const FOREIGN = /^(?:https?:)?\/\//i;

/**
 * Finds files of other sites that a stylesheet loads. The policy of documents refuses such fonts, and such pictures
 * unless their origin is declared.
 * @param css valid CSS; what does not parse has no files
 * @param pictures sources that the app declares as `img-src`, somewhere: `https://images.example`
 * @returns at most 20 issues
 */
export function foreignFiles(css: string, pictures: readonly string[]): StyleIssue[] {
  if (!/["'(\s](?:https?:)?\/\//i.test(css)) return [];
  const issues: StyleIssue[] = [];
  const check = (declaration: Declaration, isFont: boolean): void => {
    const { value, loc } = declaration;
    const text = value.type === 'Raw' ? value.value : '';
    for (const address of styleAddresses(text).filter((one) => FOREIGN.test(one))) {
      if (issues.length >= MOST_ISSUES || (!isFont && isDeclared(address, pictures))) continue;
      const kind = isFont ? 'font' : 'file';
      const declare = isFont ? '' : ', or declare its origin as img-src in csp';
      const shown = address.slice(0, LONGEST_ADDRESS);
      const reason = `the policy of pages refuses the ${kind} ${shown} of another site: put it into the app${declare}`;
      issues.push({ line: loc?.start.line ?? 1, reason });
    }
  };
  const sheet = parse(css, { positions: true, parseValue: false, parseAtrulePrelude: false });
  walk(sheet, function (node) {
    if (node.type === 'Declaration') check(node, this.atrule?.name.toLowerCase() === 'font-face');
  });
  return issues;
}

function isDeclared(address: string, pictures: readonly string[]): boolean {
  const url = URL.parse(address, 'https://site');
  return url !== null && pictures.some((source) => isOfSource(url, source));
}
