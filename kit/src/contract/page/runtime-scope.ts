/** Limits stylesheets that are made while a page renders to their app: in the text of the server, and in browsers. */
import { escapeHtml } from './escape-html.ts';
import {
  everyScopePrelude,
  isInherited,
  PAGE_ROOTS,
  type Roots,
  ROOTS,
  scopePrelude,
} from './style-scope.ts';

/** A statement of a stylesheet. */
interface Statement {
  /** All before the block or the semicolon. */
  prelude: string;
  /** The text in its block; undefined without one. */
  block?: string;
}

export interface RuntimeScope {
  /** Of the app that makes the stylesheet. */
  own: string;
  /** Of all apps in the document: see {@link isShared}. */
  all: string;
  /** @returns whether a definition that the document shares may be made: `@font-face`, `@property` */
  mayDefine(definition: string): boolean;
}

/** Attribute of a `<style>` of the server: its text as the app wrote it. */
export const WRITTEN_ATTRIBUTE = 'data-written';

/** @param mayDefine see {@link RuntimeScope} */
export function runtimeScope(app: string, mayDefine: RuntimeScope['mayDefine']): RuntimeScope {
  return { own: scopePrelude(app), all: everyScopePrelude(), mayDefine };
}

/** @returns the HTML of a page or an island with its stylesheets limited to its app. */
export function scopeHtml(html: string, app: string): string {
  if (!html.includes('<style')) return html;
  // What a document shares is defined by browsers only, which know what is defined already.
  const scope = runtimeScope(app, () => false);
  return html.replaceAll(/<style([^>]*)>([^]*?)<\/style>/g, (_, attributes: string, css: string) => {
    const written = `${WRITTEN_ATTRIBUTE}="${escapeHtml(css)}"`;
    return `<style${attributes} ${written}>${scopedRules(css, scope).join('')}</style>`;
  });
}

/** At-rules whose rules are limited like others. */
const GROUPS = /^@(?:media|supports|container|layer|starting-style)\b/i;
/** At-rules with names of their own. */
const NAMES = /^@(?:-\w+-)?(?:keyframes|counter-style)\b/i;
const DEFINITIONS = /^@(?:font-face|property)\b/i;
const STATEMENTS = /^@(?:layer|import|charset)\b/i;
/** In place of a rule that is for the whole site: libraries count rules. */
const NOTHING = '@media not all{}';
/** `html` and `body`, in place of which the roots of the scope are. */
const ROOT = /(^|[^\w.#:-])(?:html|body)(?![\w-])|:root(?![\w-])/gi;
/** See kit/src/build/scope-styles.ts. */
const ANYWHERE = ':where(:scope,*)';
const PSEUDO_ELEMENT = /::|:(?:before|after|first-line|first-letter)(?![\w-])/i;
/** A class that a library makes: no plain word, which other apps have too. */
const MADE_CLASS = /\.(?=[\w-]*[A-Z\d_-])[A-Za-z_-][\w-]*/;

/** @returns the rules of a stylesheet, as many as it has, each in the scope. */
export function scopedRules(css: string, scope: RuntimeScope): string[] {
  return statementsOf(css).map(({ prelude, block }) => {
    if (block === undefined) return STATEMENTS.test(prelude) ? `${prelude};` : NOTHING;
    if (!prelude.startsWith('@')) {
      const selectors = listOf(prelude);
      const isTheme = /(?:^|[;\s])(?:--[\w-]+|color-scheme)\s*:/.test(block);
      const at = (roots: Roots): string =>
        [...new Set(selectors.flatMap((selector) => limit(selector, isTheme, roots)))].join(',');
      const [all, ofPage] = [at(ROOTS), at(PAGE_ROOTS)];
      const rules = all === ofPage ? `${all}{${block}}` : splitRule(block, all, ofPage);
      return within(selectors.every(isShared) ? scope.all : scope.own, rules);
    }
    if (GROUPS.test(prelude)) return `${prelude}{${scopedRules(block, scope).join('')}}`;
    if (NAMES.test(prelude)) return `${prelude}{${block}}`;
    if (DEFINITIONS.test(prelude))
      return scope.mayDefine(nameOf(prelude, block)) ? `${prelude}{${block}}` : NOTHING;
    return /^@scope\b/i.test(prelude) ? within(scope.own, `${prelude}{${block}}`) : NOTHING;
  });
}

/** @returns two rules: for what elements take from `body`, and for what `body` has itself. */
function splitRule(block: string, all: string, ofPage: string): string {
  const [inherited, own]: [string[], string[]] = [[], []];
  for (const { prelude, block: inner } of statementsOf(block)) {
    if (inner !== undefined) inherited.push(`${prelude}{${inner}}`);
    else (isInherited(prelude.split(':', 1)[0]!.trim()) ? inherited : own).push(`${prelude};`);
  }
  if (own.length === 0) return `${all}{${block}}`;
  if (inherited.length === 0) return `${ofPage}{${block}}`;
  return `${ofPage}{${own.join('')}}${all}{${inherited.join('')}}`;
}

const within = (prelude: string, rule: string): string => `@scope ${prelude}{${rule}}`;

/** @returns the name of a registered property, or the family of a font. */
function nameOf(prelude: string, block: string): string {
  return (
    /^@property\s+(\S+)/i.exec(prelude)?.[1] ?? unquoted(/font-family\s*:([^;]*)/i.exec(block)?.[1] ?? '')
  );
}

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2');

/**
 * Whether a selector has a class that a library made. Two copies of a library make the same class for the same styles,
 * and take those that the document has for their own: such a rule applies to the elements of all apps.
 */
function isShared(selector: string): boolean {
  return MADE_CLASS.test(
    withoutBrackets(selector).replaceAll(/(^|[ >+~])(?:html|body|:root)[^ >+~]*/gi, ' '),
  );
}

/** @returns the selectors in place of one. */
function limit(text: string, isTheme: boolean, at: Roots): string[] {
  const selector = text.trim().replaceAll(/\s+/g, ' ');
  if (/&|:scope\b/i.test(selector)) return [selector];
  const bare = withoutBrackets(selector);
  const start = Math.max(...[...' >+~'].map((sign) => bare.lastIndexOf(sign))) + 1;
  const [before, subject] = [selector.slice(0, start), selector.slice(start)];
  const end = bare.slice(start).search(PSEUDO_ELEMENT);
  const [compound, pseudo] = end < 0 ? [subject, ''] : [subject.slice(0, end), subject.slice(end)];
  const tag = /^(?:html|body|:root)(?![\w-])/i.exec(compound)?.[0];
  if (tag !== undefined) {
    // The ancestors of the root element are the root element itself, or say which.
    const ancestors = before.replaceAll(/(?:html|:root)(?![\w.#:[-])\s*(?:>\s*)?/gi, '').trimStart();
    const conditions = compound.slice(tag.length);
    if (conditions !== '') return [`${before}${compound} ${at.inside}${pseudo}`];
    return [ancestors + (tag.toLowerCase() === ':root' ? at.root : at.element) + pseudo];
  }
  if (/^:(?:is|where)\(/i.test(compound) && compound.search(ROOT) >= 0) {
    const placed = compound.replaceAll(ROOT, (root, sign: string | undefined) =>
      sign === undefined ? at.root : sign + at.element,
    );
    return [before + placed + pseudo];
  }
  const found = [`${before}${compound}${ANYWHERE}${pseudo}`];
  // `body > .modal` is a child of a root, or a root that the page appended to body.
  if (/^body\s*>\s*$/i.test(before)) found.push(`${ROOTS.element}>${subject}`);
  // On the root of the document: its class reaches the roots of the scope.
  if (isTheme && before === '' && /^[.[]/.test(compound) && pseudo === '')
    found.push(`:is(html,body)${compound} ${at.inside}`);
  return found;
}

/** @returns the text with a `_` for each character in brackets, parentheses and strings. */
function withoutBrackets(text: string): string {
  let depth = 0;
  const shown = tokensOf(text).map((token) => {
    if (token === ')' || token === ']') depth--;
    const isHidden = depth > 0 || /^(?:["'\\]|\/\*)/.test(token);
    if (token === '(' || token === '[') depth++;
    return isHidden ? '_'.repeat(token.length) : token;
  });
  return shown.join('');
}

/** @returns the selectors of a list. */
function listOf(text: string): string[] {
  const bare = withoutBrackets(text);
  const selectors: string[] = [];
  let from = 0;
  for (let at = bare.indexOf(','); at >= 0; at = bare.indexOf(',', from)) {
    selectors.push(text.slice(from, at));
    from = at + 1;
  }
  return [...selectors, text.slice(from)];
}

/** Comments, strings, escapes, signs that open and close, and the text between them. */
const TOKEN =
  /\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|\\[^]|[^"'\\/{}()[\];]+|[^]/g;

function tokensOf(text: string): string[] {
  return Array.from(text.matchAll(TOKEN), ([token]) => token);
}

/** Comments go. A block that does not close ends with the text, as in browsers. */
function statementsOf(css: string): Statement[] {
  const statements: Statement[] = [];
  let prelude = '';
  let block: string | undefined;
  let depth = 0;
  const end = (): void => {
    const text = prelude.trim();
    if (text !== '' || block !== undefined)
      statements.push(block === undefined ? { prelude: text } : { prelude: text, block });
    prelude = '';
    block = undefined;
  };
  for (const token of tokensOf(css)) {
    if (token.startsWith('/*')) continue;
    if (token === '{' || token === '(' || token === '[') depth++;
    else if ((token === '}' || token === ')' || token === ']') && depth > 0) depth--;
    if (block !== undefined) {
      if (token === '}' && depth === 0) end();
      else block += token;
    } else if (token === '{' && depth === 1) block = '';
    else if (token === ';' && depth === 0) end();
    else prelude += token;
  }
  end();
  return statements;
}
