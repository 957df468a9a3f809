import { generate, parse, tokenize, tokenTypes, walk } from 'css-tree';

/** The custom properties of a stylesheet: names are the same for the whole document. */
export interface CustomProperties {
  /** Those that it registers (`@property`): name → the definition, in one form. */
  registered: Record<string, string>;
  /** All that it sets or uses. */
  named: string[];
}

/** @param css that `checkStylesheet` accepts. @returns none of a stylesheet that does not parse. */
export function customProperties(css: string): CustomProperties {
  const named = new Set<string>();
  tokenize(css, (type, start, end) => {
    if (type === tokenTypes.Ident && css.startsWith('--', start)) named.add(css.slice(start, end));
  });
  const registered: Record<string, string> = {};
  if (/@property\b/i.test(css))
    walk(parse(css, { parseValue: false, parseAtrulePrelude: false, onParseError() {} }), (node) => {
      if (node.type !== 'Atrule' || node.name.toLowerCase() !== 'property' || !node.block) return;
      const definition = [...node.block.children].map((child) => generate(child).replaceAll(/\s+/g, ' '));
      registered[node.prelude ? generate(node.prelude).trim() : ''] = definition.toSorted().join(';');
    });
  return { registered, named: [...named] };
}
