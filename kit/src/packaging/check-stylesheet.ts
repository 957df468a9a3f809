import {
  type Atrule,
  type CssNode,
  type Declaration,
  parse,
  type Rule,
  type Selector,
  tokenize,
  tokenTypes,
  walk,
} from 'css-tree';
import { scopePrelude } from '../contract/page/style-scope.ts';

/** A part of a stylesheet that affects elements outside of its app. */
export interface StyleIssue {
  /** Counted from 1. */
  line: number;
  reason: string;
}

export interface StyleOwner {
  app: string;
  /**
   * `module`: the source of a CSS module, whose classes and keyframes are given the app's name when it is built;
   * `source`: other source; `built`: a stylesheet of a release, in its app's layer.
   */
  stage: 'module' | 'source' | 'built';
}

/** Longest stylesheet that is read, in characters; budgets limit the bytes that are sent. */
export const MAX_STYLESHEET = 1_000_000;
const MOST_ISSUES = 20;
const KEYFRAMES = /^(?:-\w+-)?keyframes$/;
const GROUPS = new Set(['media', 'supports', 'starting-style', 'container', 'layer']);

/**
 * Checks that a stylesheet can change the look of nothing but its own app's elements and what is in them: each selector
 * has a class of the app or is in the scope of the app (`scopePrelude`), and every name that the document shares is the
 * app's. What does not parse is refused, since a browser might read it otherwise; so are nested rules that do not begin
 * with `&`.
 * @returns at most 20 issues.
 */
export function checkStylesheet(css: string, owner: StyleOwner): StyleIssue[] {
  if (css.length > MAX_STYLESHEET)
    return [{ line: 1, reason: `it is longer than ${MAX_STYLESHEET} characters` }];
  const open = openBracket(css);
  if (open !== undefined)
    return [
      { line: css.slice(0, open).split('\n').length, reason: 'it has a bracket without its other one' },
    ];
  try {
    return [...stylesheetIssues(css, owner)].slice(0, MOST_ISSUES);
  } catch (error) {
    // Thousands of nested blocks or brackets.
    if (error instanceof RangeError) return [{ line: 1, reason: 'it is nested too deeply' }];
    const { message, line = 1 } = error as Error & { line?: number };
    return [{ line, reason: `it does not parse: ${message}` }];
  }
}

function stylesheetIssues(css: string, owner: StyleOwner): StyleIssue[] {
  const sheet = parse(css, {
    positions: true,
    // Values and preludes are of no interest but for their names, and change faster than parsers.
    parseValue: false,
    parseAtrulePrelude: false,
    onParseError(error) {
      throw error;
    },
  });
  const issues: StyleIssue[] = [];
  const add = (node: CssNode, reason: string | undefined): void => {
    if (reason !== undefined && issues.length < MOST_ISSUES)
      issues.push({ line: node.loc?.start.line ?? 1, reason });
  };
  const open: CssNode[] = [];
  walk(sheet, {
    enter(node: CssNode) {
      const [outer] = open;
      if (node.type === 'Atrule') add(node, atruleIssue(node, css, owner, open));
      else if (node.type === 'Rule') {
        if (outer === undefined && owner.stage === 'built')
          add(node, `it is outside of the layer remotes.${owner.app}`);
        add(node, ruleIssue(node, css, owner, open));
      } else if (node.type === 'Declaration') add(node, declarationIssue(node, css, owner, open));
      else if (node.type === 'Raw' && hasBlock(textOf(node, css)))
        add(node, 'it has a block that is no rule');
      if (node.type === 'Atrule' || node.type === 'Rule') open.push(node);
    },
    leave(node: CssNode) {
      if (node === open.at(-1)) open.pop();
    },
  });
  return issues;
}

const CLOSES = new Map([
  [tokenTypes.Function, tokenTypes.RightParenthesis],
  [tokenTypes.LeftParenthesis, tokenTypes.RightParenthesis],
  [tokenTypes.LeftSquareBracket, tokenTypes.RightSquareBracket],
  [tokenTypes.LeftCurlyBracket, tokenTypes.RightCurlyBracket],
]);
const CLOSING = new Set(CLOSES.values());

/**
 * @returns the position of a bracket that does not close, or closes nothing: a block would end elsewhere than it seems.
 */
function openBracket(css: string): number | undefined {
  const open: { close: number; at: number }[] = [];
  let found: number | undefined;
  tokenize(css, (type, start) => {
    const close = CLOSES.get(type);
    if (close !== undefined) open.push({ close, at: start });
    else if (CLOSING.has(type) && open.pop()?.close !== type) found ??= start;
  });
  return found ?? open.at(-1)?.at;
}

/** Whether a text has the beginning of a block outside of strings and addresses. */
function hasBlock(text: string): boolean {
  let found = false;
  tokenize(text, (type) => {
    found ||= type === tokenTypes.LeftCurlyBracket;
  });
  return found;
}

/** Whether a rule in these is in the scope of the app: browsers apply it to nothing else. */
function isInScope(open: CssNode[], css: string, { app }: StyleOwner): boolean {
  return open.some(
    (node) =>
      node.type === 'Atrule' &&
      node.name.toLowerCase() === 'scope' &&
      node.prelude !== null &&
      textOf(node.prelude, css).trim() === scopePrelude(app),
  );
}

function atruleIssue(rule: Atrule, css: string, owner: StyleOwner, open: CssNode[]): string | undefined {
  const name = rule.name.toLowerCase();
  const top = open.length === 0;
  const prelude = rule.prelude ? textOf(rule.prelude, css).trim() : '';
  const layer = `remotes.${owner.app}`;
  const isOwnLayer = name === 'layer' && rule.block !== null && prelude === layer;
  if (top && owner.stage === 'built' && !isOwnLayer) return `@${name} is outside of the layer ${layer}`;
  if (name === 'container') return containerIssue(prelude, owner);
  if (GROUPS.has(name)) return undefined;
  if (name === 'font-face') return undefined; // the family is a declaration
  if (KEYFRAMES.test(name)) return owner.stage === 'module' ? undefined : nameIssue(prelude, `${owner.app}_`);
  if (name === 'counter-style') return nameIssue(prelude, `${owner.app}_`);
  // The gateway compares them with the properties of other apps.
  if (name === 'property') return /^--[\w-]+$/.test(prelude) ? undefined : `the name ${prelude} is not plain`;
  // Of its own, or inside of that, where it can only be smaller.
  if (name === 'scope' && isInScope([...open, rule], css, owner)) return undefined;
  return `@${name} is not for one app to say`;
}

function containerIssue(prelude: string, { app }: StyleOwner): string | undefined {
  const name = /^[^\s(]+/.exec(prelude)?.[0] ?? '';
  return name === '' || /^(?:not|style)$/i.test(name) ? undefined : nameIssue(name, `${app}_`);
}

function nameIssue(name: string, prefix: string): string | undefined {
  return /^[\w-]+$/.test(name) && name.startsWith(prefix)
    ? undefined
    : `the name ${name} does not begin with ${prefix}`;
}

function declarationIssue(
  node: Declaration,
  css: string,
  { app }: StyleOwner,
  open: CssNode[],
): string | undefined {
  const property = node.property.toLowerCase();
  const value = textOf(node.value, css).trim();
  const outer = open.at(-1);
  if (property === 'font-family' && outer?.type === 'Atrule')
    return nameIssue(value.replace(/^(["'])(.*)\1$/, '$2'), `${app}_`);
  if (property === 'container-name' || property === 'container') {
    const names = value.split('/')[0]!.trim().split(/\s+/);
    return names.map((name) => (name === 'none' ? undefined : nameIssue(name, `${app}_`))).find(Boolean);
  }
  return undefined;
}

function ruleIssue(rule: Rule, css: string, owner: StyleOwner, open: CssNode[]): string | undefined {
  const keyframes = open.at(-1);
  if (keyframes?.type === 'Atrule' && KEYFRAMES.test(keyframes.name.toLowerCase())) return undefined;
  if (rule.prelude.type !== 'SelectorList') return 'its selector does not parse';
  if (isInScope(open, css, owner)) return undefined;
  const nested = open.some((node) => node.type === 'Rule');
  for (const selector of rule.prelude.children)
    if (selector.type !== 'Selector' || !isOwn(selector, owner, nested))
      return `the selector ${textOf(selector, css)} has no class of the app that holds it: outside of :is, :not, :where and :has, with a descendant or child combinator after it`;
  return undefined;
}

/**
 * An element of the app is the selector's subject, or the subject is within one: after a class of the app comes
 * nothing, or first of all a step inwards. Siblings of what is within are within, too.
 */
function isOwn(selector: Selector, owner: StyleOwner, nested: boolean): boolean {
  const parts = selector.children.toArray();
  const hasParent = nested && !hasNesting(selector);
  let place: 'outside' | 'at' | 'within' = 'outside';
  if (hasParent) place = parts[0]?.type === 'Combinator' ? 'at' : 'within';
  for (const part of parts) {
    if (place === 'within') break;
    if (part.type === 'ClassSelector' && isOwnClass(part.name, owner)) place = 'at';
    else if (part.type === 'NestingSelector' && nested) place = 'at';
    else if (
      part.type === 'PseudoClassSelector' &&
      part.children === null &&
      /^(?:global|local)$/i.test(part.name)
    )
      return false;
    else if (part.type === 'Combinator' && place === 'at')
      place = part.name === ' ' || part.name === '>' ? 'within' : 'outside';
  }
  return place !== 'outside';
}

function hasNesting(selector: Selector): boolean {
  let isNested = false;
  walk(selector, (node) => {
    isNested ||= node.type === 'NestingSelector';
  });
  return isNested;
}

function isOwnClass(name: string, { app, stage }: StyleOwner): boolean {
  return stage === 'module' || name.startsWith(`${app}_`);
}

function textOf(node: CssNode, css: string): string {
  return node.loc ? css.slice(node.loc.start.offset, node.loc.end.offset) : '';
}
