import postcss, { type ChildNode } from 'postcss';
import type { StyleIssue } from '../packaging/check-stylesheet.ts';

export interface StyleImports {
  css: string;
  /** The imports of other stylesheets of the app, and of packages, which become stylesheets of their own. */
  imports: string[];
  issues: StyleIssue[];
}

/** `:export` and `:import` of a CSS module (ICSS). */
const ICSS = /^:(?:export|import\(.*\))$/s;
/** Address of an import, and what follows it. */
const IMPORT = /^(?:url\(\s*)?["']?([^"')\s]+)["']?\s*\)?\s*([^]*)$/i;

/**
 * Takes the imports out of a stylesheet. Those of other sites stay behind: no document loads them.
 * @throws CssSyntaxError with the line
 */
export function takeImports(css: string): StyleImports {
  if (!/@import\b/i.test(css)) return { css, imports: [], issues: [] };
  const [imports, issues, taken]: [string[], StyleIssue[], ChildNode[]] = [[], [], []];
  postcss.parse(css).each((node) => {
    if (node.type !== 'atrule' || node.name.toLowerCase() !== 'import') return;
    const line = node.source?.start?.line ?? 1;
    const [, address = '', conditions = ''] = IMPORT.exec(node.params.trim()) ?? [];
    if (/^(?:[a-z][\w+.-]*:)?\/\//i.test(address))
      issues.push({ line, reason: `${address} is of another site: put its rules and fonts into the app` });
    else if (address === '' || conditions !== '')
      issues.push({ line, reason: `@import ${node.params} has conditions: import the file in the module` });
    else {
      imports.push(`@import ${JSON.stringify(address)};\n`);
      taken.push(node);
    }
  });
  return { css: without(taken, css), imports, issues };
}

/**
 * Takes out of a CSS module what is no rule but names a value: `@value`, `:export` and `:import`.
 * @returns these, for the top of the stylesheet, where css-loader reads them
 * @throws CssSyntaxError with the line
 */
export function takeValues(css: string): { css: string; values: string[] } {
  if (!/@value\b|:(?:export|import)\b/.test(css)) return { css, values: [] };
  const taken = postcss
    .parse(css)
    .nodes.filter((node) =>
      node.type === 'atrule' ? node.name === 'value' : node.type === 'rule' && ICSS.test(node.selector),
    );
  const values = taken.map((node) => `${node.toString()}${node.type === 'atrule' ? ';' : ''}\n`);
  return { css: without(taken, css), values };
}

/** @returns the text without some nodes of it, which are in order; the lines of what follows stay the same */
function without(nodes: readonly ChildNode[], text: string): string {
  let rest = '';
  let from = 0;
  for (const { source } of nodes) {
    const [start, end] = [source!.start!.offset, source!.end!.offset];
    rest += text.slice(from, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ');
    from = end;
  }
  return rest + text.slice(from);
}
