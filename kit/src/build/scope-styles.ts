import postcss, {
  type AtRule,
  type ChildNode,
  type Container,
  type Declaration,
  type Root,
  type Rule,
} from 'postcss';
import selectorParser, { type Node as SelectorNode, type Selector } from 'postcss-selector-parser';
import valueParser from 'postcss-value-parser';
import type { StyleIssue } from '../packaging/check-stylesheet.ts';
import { isInherited, PAGE_ROOTS, type Roots, ROOTS, scopePrelude } from '../contract/page/style-scope.ts';

export interface ScopedStyles {
  css: string;
  /** What cannot be limited to the app. */
  issues: StyleIssue[];
}

/** At-rules that Tailwind compiles. */
const OF_TAILWIND = new Set([
  'theme',
  'tailwind',
  'utility',
  'variant',
  'custom-variant',
  'source',
  'plugin',
]);
/** Why one of them is refused. */
const UNCOMPILED =
  'this is a rule of Tailwind: postcss.config of the app needs its plugin (@tailwindcss/postcss); then restart `mfe dev`';
/** At-rules whose rules are limited like others. */
const GROUPS = new Set(['media', 'supports', 'container', 'starting-style', 'scope', 'layer']);
/** At-rules that define something by name for the whole document. */
const DEFINITIONS = /^(?:-\w+-)?(?:keyframes|font-face|counter-style|property)$/;
/** Values of `font-size` that leave `rem` as it is. */
const SAME_REM = /^(?:100%|1rem|16px|medium|initial|inherit|unset|revert|revert-layer)(?:\s*!important)?$/i;
/**
 * Each selector names the scope: a browser would match another one below a root only (CSS Cascading 6, § 3.5), not at a
 * root, as a toast is one, and without the ancestors outside of it, as `.dark` on `html` is one.
 */
const ANYWHERE = ':where(:scope,*)';
const PSEUDO_ELEMENT = /^(?:::|:(?:before|after|first-line|first-letter)$)/i;
const GENERIC_FONTS =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[\w-]+|math|emoji|fangsong|-apple-system|blinkmacsystemfont|inherit|initial|unset|revert|revert-layer)$/i;

/**
 * Writes the nested rules of a stylesheet in the form that browsers and the gateway read in one way: each begins with
 * `&` or has it.
 * @returns the stylesheet; the same text when it has no other nested rules
 * @throws CssSyntaxError with the line
 */
export function nestWithSigns(css: string): string {
  const root = postcss.parse(css);
  let changed = false;
  root.walkRules((rule) => {
    if (!isNested(rule)) return;
    const selectors = rule.selectors.map((selector) =>
      selector.startsWith('&') ? selector : selector.includes('&') ? `:is(${selector})` : `& ${selector}`,
    );
    if (selectors.every((selector, index) => selector === rule.selectors[index])) return;
    // `:is` keeps what stands before `&`: `.dark &`.
    rule.selectors = selectors.map((selector) => (selector.startsWith(':is(') ? `&${selector}` : selector));
    changed = true;
  });
  return changed ? root.toString() : css;
}

/**
 * Limits a stylesheet to an app (`scopePrelude`). `:root`, `html` and `body` become the roots of the scope; keyframes,
 * fonts, counters, containers and registered properties of Tailwind get the app's name; other custom properties keep
 * theirs.
 * @param stage `module`: css-loader gives its keyframes a name of their own
 * @throws CssSyntaxError with the line
 */
export function scopeStyles(css: string, app: string, stage: 'module' | 'source'): ScopedStyles {
  const root = postcss.parse(css);
  const issues: StyleIssue[] = [];
  const refuse = (node: ChildNode, reason: string): void => {
    issues.push({ line: node.source?.start?.line ?? 1, reason });
  };
  nameDefinitions(root, app, stage, refuse);
  root.walkRules((rule) => {
    if (!isInside(rule, /keyframes$|^scope$/i) && !isNested(rule)) limitRule(rule, refuse);
  });
  const prelude = scopePrelude(app);
  // css-loader would make ids of the page names of the module.
  wrap(root, stage === 'module' ? prelude.replaceAll(/#[\w-]+/g, ':global($&)') : prelude);
  return { css: root.toString(), issues };
}

function isNested(rule: Rule): boolean {
  for (let outer = rule.parent; outer && outer.type !== 'root'; outer = outer.parent as typeof outer)
    if (outer.type === 'rule') return true;
  return false;
}

/** Whether a rule is in an at-rule with one of these names. */
function isInside(rule: Rule, names: RegExp): boolean {
  for (let outer = rule.parent; outer && outer.type !== 'root'; outer = outer.parent as typeof outer)
    if (outer.type === 'atrule' && names.test((outer as AtRule).name)) return true;
  return false;
}

type Refuse = (node: ChildNode, reason: string) => void;

/** Gives the app's name to all names that a document shares. */
function nameDefinitions(root: Root, app: string, stage: 'module' | 'source', refuse: Refuse): void {
  const own = (name: string): string => (name.startsWith(`${app}_`) ? name : `${app}_${name}`);
  const keyframes = new Set<string>();
  const counters = new Set<string>();
  nameTailwind(root, app);
  root.walkAtRules((rule) => {
    const name = rule.name.toLowerCase();
    if (name === 'charset') rule.remove();
    else if (/^(?:-\w+-)?keyframes$/.test(name) && stage === 'source') {
      const unquoted = rule.params.trim().replace(/^(["'])(.*)\1$/, '$2');
      keyframes.add(unquoted);
      rule.params = own(unquoted);
    } else if (name === 'counter-style') {
      counters.add(rule.params.trim());
      rule.params = own(rule.params.trim());
    } else if (name === 'container')
      rule.params = rule.params.replace(/^(?!(?:not|style|scroll-state)\b)[\w-]+(?=\s|$)/i, own);
    else if (!GROUPS.has(name) && !DEFINITIONS.test(name))
      refuse(
        rule,
        OF_TAILWIND.has(name) ? UNCOMPILED : `@${rule.name} is for the whole site: one app cannot set it`,
      );
  });
  const rename = (text: string, names: ReadonlySet<string>): string =>
    names.size === 0 ? text : words(text, (word) => (names.has(word) ? own(word) : undefined));
  root.walkDecls((declaration) => {
    const property = declaration.prop.toLowerCase();
    const isCustom = property.startsWith('--');
    if (/^(?:-\w+-)?animation(?:-name)?$/.test(property) || (isCustom && property.includes('anim')))
      declaration.value = rename(declaration.value, keyframes);
    if (/^list-style(?:-type)?$/.test(property)) declaration.value = rename(declaration.value, counters);
    if (/^counter-(?:reset|increment|set)$/.test(property))
      declaration.value = words(declaration.value, (word) =>
        /^(?:none|inherit|initial|unset|revert|revert-layer|list-item|-?\d.*)$/i.test(word)
          ? undefined
          : own(word),
      );
    if (property === 'container-name' || property === 'container')
      declaration.value = containerNames(declaration.value, own);
    if (/\bcounters?\(/i.test(declaration.value)) nameCounters(declaration, own);
    nameFonts(declaration, own);
  });
}

/**
 * Gives the app's name to the properties that Tailwind 4 registers for its own use: Tailwind 3 and other versions have
 * the same names without the same registration, and a document has one of each name.
 */
function nameTailwind(root: Root, app: string): void {
  const registered = new Set<string>();
  root.walkAtRules('property', ({ params }) => {
    if (params.startsWith('--tw-')) registered.add(params.trim());
  });
  if (registered.size === 0) return;
  const named = (text: string): string =>
    text.replaceAll(/--tw-[\w-]+/g, (name) => (registered.has(name) ? `--${app}_${name.slice(2)}` : name));
  root.walkAtRules((rule) => void (rule.params = named(rule.params)));
  root.walkDecls((declaration) => {
    declaration.prop = named(declaration.prop);
    declaration.value = named(declaration.value);
  });
}

/** Replaces the words of a value. @param change returns undefined for a word that stays */
function words(text: string, change: (word: string) => string | undefined): string {
  const value = valueParser(text);
  value.walk((node) => {
    if (node.type === 'function') return false;
    if (node.type === 'word') node.value = change(node.value) ?? node.value;
    return undefined;
  });
  return valueParser.stringify(value.nodes);
}

function containerNames(text: string, own: (name: string) => string): string {
  const [names = '', ...type] = text.split('/');
  const named = words(names, (word) =>
    /^(?:none|inherit|initial|unset|!important)$/i.test(word) ? undefined : own(word),
  );
  return [named, ...type].join('/');
}

function nameCounters(declaration: Declaration, own: (name: string) => string): void {
  const value = valueParser(declaration.value);
  value.walk((node) => {
    if (node.type !== 'function' || !/^counters?$/i.test(node.value)) return;
    const first = node.nodes.find(({ type }) => type === 'word');
    if (first && first.value !== 'list-item') first.value = own(first.value);
  });
  declaration.value = valueParser.stringify(value.nodes);
}

/**
 * The family of a `@font-face` gets the app's name. Where a family is used, the named one comes first: the `@font-face`
 * may be in another stylesheet of the app, and a font of the system has no other name.
 */
function nameFonts(declaration: Declaration, own: (name: string) => string): void {
  const property = declaration.prop.toLowerCase();
  const isDefined = (declaration.parent as AtRule | undefined)?.name?.toLowerCase() === 'font-face';
  if (isDefined) {
    if (property === 'font-family')
      declaration.value = quoted(ownFamily(unquoted(declaration.value.trim()), own));
    return;
  }
  const isShorthand = property === 'font';
  const isCustom = property.startsWith('--') && property.includes('font');
  if (property !== 'font-family' && !isShorthand && !isCustom) return;
  const families = commaParts(declaration.value);
  if (isCustom && families.length === 1 && !/^["']/.test(families[0]!)) return;
  declaration.value = families
    .map((family, index) => {
      // The first part of the shorthand ends with a family: `700 1rem/1.5 Inter`.
      const [, before = '', name = family] =
        isShorthand && index === 0 ? (/^(.*[\s/])((?:"[^"]*"|'[^']*'|[\w-]+))$/s.exec(family) ?? []) : [];
      if (isShorthand && index === 0 && before === '') return family;
      const plain = unquoted(name);
      if (!/^[\w][\w .-]*$/.test(plain) || GENERIC_FONTS.test(plain) || own(plain) === plain) return family;
      return `${before}${quoted(ownFamily(plain, own))},${name}`;
    })
    .join(',');
}

const ownFamily = (family: string, own: (name: string) => string): string =>
  own(family).replaceAll(/[^\w-]/g, '_');

function commaParts(text: string): string[] {
  const parts: string[] = [''];
  for (const node of valueParser(text).nodes)
    if (node.type === 'div' && node.value === ',') parts.push('');
    else parts[parts.length - 1] += valueParser.stringify(node);
  return parts.map((part) => part.trim());
}

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/s, '$2');
const quoted = (text: string): string => `"${text}"`;

/** Rewrites the selectors of a rule that mean the root of the document. */
function limitRule(rule: Rule, refuse: Refuse): void {
  for (const selector of selectorParser().astSync(rule.selector).nodes) {
    const subject = compoundsOf(selector).at(-1) ?? [];
    if (subject.some((part) => isRoot(part, /^(?:html|:root)$/i))) checkRem(rule, refuse);
  }
  const isTheme = isThemeRule(rule);
  const at = (roots: Roots): string[] => [
    ...new Set(
      selectorParser()
        .astSync(rule.selector)
        .nodes.flatMap((one) => limited(one, isTheme, roots)),
    ),
  ];
  const [all, ofPage] = [at(ROOTS), at(PAGE_ROOTS)];
  const others = rule.nodes.filter((node) => node.type === 'decl' && !isInherited(node.prop));
  const isSplit = others.length > 0 && all.join() !== ofPage.join();
  if (isSplit && others.length < rule.nodes.length) {
    const page = rule.clone({ nodes: [] });
    page.selectors = ofPage;
    page.append(others);
    // Before it, where the walk has been.
    rule.before(page);
  }
  rule.selectors = isSplit && rule.nodes.every((node) => others.includes(node)) ? ofPage : all;
}

/** `.dark { --ground: black }`: a class that a script sets on `html` or `body`, with the colours of a scheme. */
function isThemeRule(rule: Rule): boolean {
  return rule.some(
    (node) => node.type === 'decl' && (node.variable || node.prop.toLowerCase() === 'color-scheme'),
  );
}

function checkRem(rule: Rule, refuse: Refuse): void {
  rule.each((node) => {
    if (node.type === 'decl' && /^font(?:-size)?$/i.test(node.prop) && !SAME_REM.test(node.value.trim()))
      refuse(
        node,
        `${node.prop} of the root element changes rem for the whole site: set it on body, and sizes in rem by calc()`,
      );
  });
}

function isRoot(part: SelectorNode, names = /^(?:html|body|:root)$/i): boolean {
  return (part.type === 'tag' || part.type === 'pseudo') && names.test(part.value) && !hasArguments(part);
}

function isPseudoElement(part: SelectorNode): boolean {
  return part.type === 'pseudo' && PSEUDO_ELEMENT.test(part.value);
}

/** @returns the selector, with {@link ANYWHERE} before its pseudo-elements. */
function anywhere(selector: Selector): string {
  const { nodes } = selector;
  const subject = nodes.findLastIndex(({ type }) => type === 'combinator') + 1;
  const found = nodes.findIndex((part, index) => index >= subject && isPseudoElement(part));
  const end = found < 0 ? nodes.length : found;
  const [before, after] = [nodes.slice(0, end), nodes.slice(end)].map((parts) => parts.map(String).join(''));
  return `${before!.trimEnd()}${ANYWHERE}${after!.trim()}`.trim();
}

function hasArguments(part: SelectorNode): boolean {
  return part.type === 'pseudo' && part.nodes.length > 0;
}

/** @returns the parts of a selector between its combinators. */
function compoundsOf(selector: Selector): SelectorNode[][] {
  const compounds: SelectorNode[][] = [[]];
  for (const part of selector.nodes)
    if (part.type === 'combinator') compounds.push([]);
    else if (part.type !== 'comment') compounds.at(-1)!.push(part);
  return compounds;
}

/**
 * @returns the selectors in place of one. The ancestors of a subject may be outside of the scope: `html.dark .card`
 *   stays.
 */
function limited(selector: Selector, isTheme: boolean, at: Roots): string[] {
  const compounds = compoundsOf(selector);
  const subject = compounds.at(-1)!;
  const text = selector.toString().trim();
  if (subject.some((part) => isRoot(part))) return [rootSubject(selector, subject, at)];
  const lists = subject.filter((part) => part.type === 'pseudo' && /^:(?:is|where)$/i.test(part.value));
  if (lists.some((part) => part.toString().match(/(?:html|body|:root)\b/i)))
    return [withRootsInLists(selector, subject, at)];
  if (text.includes('&') || /:scope\b/i.test(text)) return [text];
  const found = [anywhere(selector)];
  // `body > .modal` is a child of a root, or a root that the page appended to body.
  const beforeLast = selector.nodes.findLastIndex(
    (part) => part.type === 'combinator' && part.value?.trim() === '>',
  );
  const parent = compounds.at(-2);
  if (beforeLast >= 0 && parent && parent.length === 1 && isRoot(parent[0]!))
    found.push(`${ROOTS.element}>${subject.map(String).join('').trim()}`);
  // On the root of the document: its class reaches the roots of the scope.
  if (
    isTheme &&
    compounds.length === 1 &&
    subject.every(({ type }) => type === 'class' || type === 'attribute')
  )
    found.push(`:is(html,body)${text} ${at.inside}`);
  return found;
}

/** `html`, `html body`, `:root.dark`, `.dark body::before`. */
function rootSubject(selector: Selector, subject: SelectorNode[], at: Roots): string {
  const roots = subject.filter((part) => isRoot(part));
  const rest = subject.filter((part) => !isRoot(part));
  const elements = rest.filter(isPseudoElement).map(String).join('');
  const conditions = rest
    .filter((part) => !isPseudoElement(part))
    .map(String)
    .join('')
    .trim();
  const weight = roots.some((part) => part.value?.toLowerCase() === ':root') ? at.root : at.element;
  // Ancestors of the root element are the root element itself, or say which.
  const ancestors = compoundsOf(selector)
    .slice(0, -1)
    .filter((compound) => !compound.every((part) => isRoot(part)))
    .map((compound) => compound.map(String).join('').trim());
  if (conditions === '') return [...ancestors, weight + elements].join(' ');
  const tag = roots.map(String).join('').trim();
  return [...ancestors, `${tag}${conditions}`, `${at.inside}${elements}`].join(' ');
}

/** `:is(html, body)`, `:where(:root, :host)`. */
function withRootsInLists(selector: Selector, subject: SelectorNode[], at: Roots): string {
  for (const part of subject)
    if (part.type === 'pseudo' && /^:(?:is|where)$/i.test(part.value))
      for (const inner of part.nodes) {
        const own = compoundsOf(inner).at(-1) ?? [];
        if (own.some((one) => isRoot(one)))
          inner.replaceWith(
            selectorParser.selector({
              value: '',
              nodes: [selectorParser.tag({ value: rootSubject(inner, own, at) })],
            }),
          );
      }
  return selector.toString().trim();
}

/** Puts the rules of a stylesheet into `@scope`, inside of its layers, beside its definitions. */
function wrap(container: Container, prelude: string): void {
  let open: AtRule | undefined;
  for (const node of [...(container.nodes ?? [])] as ChildNode[]) {
    if (node.type === 'comment') continue;
    if (isLimited(node)) {
      if (!open) {
        open = postcss.atRule({ name: 'scope', params: prelude, nodes: [] });
        node.before(open);
      }
      open.append(node);
      continue;
    }
    open = undefined;
    if (node.type === 'atrule' && GROUPS.has(node.name.toLowerCase()) && node.nodes) wrap(node, prelude);
  }
}

/** Whether all of it can be inside of `@scope`. */
function isLimited(node: ChildNode): boolean {
  if (node.type === 'rule') return true;
  if (node.type !== 'atrule') return false;
  const name = node.name.toLowerCase();
  if (name === 'layer' || !GROUPS.has(name)) return false;
  let isWhole = true;
  node.walkAtRules((inner) => {
    const inside = inner.name.toLowerCase();
    if (inside === 'layer' || DEFINITIONS.test(inside)) isWhole = false;
  });
  return isWhole;
}
