/** In this order: an address, a bracket with its function, a string, a bracket's end. */
const TOKEN = /\burl\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]*))\s*\)?|(\bimage-set)?\(|"([^"]*)"|'([^']*)'|\)/gi;

/**
 * @param value of a declaration, or all declarations of a style attribute.
 * @returns the addresses of the files that it loads: those of `url()`, and the strings of `image-set()`
 */
export function styleAddresses(value: string): string[] {
  const found: string[] = [];
  /** Whether each open bracket is that of an image set. */
  const open: boolean[] = [];
  for (const [token, double, single, bare, set, text = '', other = ''] of value.matchAll(TOKEN)) {
    if (token === ')') open.pop();
    else if (token.endsWith('(') && bare === undefined) open.push(set !== undefined);
    else if (/^["']/.test(token)) found.push(...(open.at(-1) ? [text || other] : []));
    else found.push(double ?? single ?? bare ?? '');
  }
  return found.filter(Boolean);
}
