import { runtimeScope, scopedRules, WRITTEN_ATTRIBUTE } from '@voltframe/kit/contract/page/runtime-scope';
import { INTERACTIVE_ATTRIBUTE } from '@voltframe/kit/contract/page/island';
import { observeNodes } from '@voltframe/kit/react/refusable';

/** The app of a page or an island is in one of these attributes of an element around it. */
const APP = 'data-app';
const OF_APP = `[${INTERACTIVE_ATTRIBUTE}], [${APP}]`;
const STYLES = 'style:not([data-href]), style[data-precedence]';
/** Frames of a stack: libraries make stylesheets deep below the components of an app. */
const FRAMES = 50;
const FRAME_OF_APP = /\/assets\/(?!shell\/)([\w-]+)\//;

/**
 * Limits the stylesheets that are made in this document to the apps that make them, from now on. Those of the server
 * get the text that their app wrote, with which React and libraries compare it; their rules stay limited.
 * @param policy of the page: it names the app of the page (gateway/src/serving/responses/page-policy.ts)
 */
export function limitStyles(window: Window & typeof globalThis, policy: string): void {
  const { document, CSSStyleSheet } = window;
  const styles = [...document.querySelectorAll<HTMLStyleElement>(STYLES)];
  for (const style of styles) {
    const written = style.getAttribute(WRITTEN_ATTRIBUTE);
    if (written !== null) style.textContent = written;
    style.removeAttribute(WRITTEN_ATTRIBUTE);
  }
  // Browsers without `@scope` and releases whose pages have no root for it: styles apply to the document.
  if (!('CSSScopeRule' in window) || !document.querySelector(`#main:not([${APP}=""])`)) return;
  const pageApp = /style-src (\S+)$/.exec(policy)?.[1] ?? '';
  // Before any of the page: those of the site, and of stylesheets that were built.
  const families = new Set([...document.fonts].map(({ family }) => family.replaceAll(/["']/g, '')));
  const owners = new WeakMap<object, string>();
  const limited = new WeakMap<CSSStyleSheet, string>();
  const { prototype } = CSSStyleSheet;
  const { insertRule, replace, replaceSync } = prototype;

  const mayDefine = (name: string): boolean =>
    name.startsWith('--')
      ? window.getComputedStyle(document.documentElement).getPropertyValue(name) === ''
      : !families.has(name);
  const rulesOf = (css: string, owner: Element | null): string[] => {
    const app = (owner && (owners.get(owner) ?? appAround(owner))) ?? appOfStack() ?? pageApp;
    return scopedRules(css, runtimeScope(app, mayDefine));
  };

  prototype.insertRule = function limitedInsert(rule, index) {
    const [one = rule] = rulesOf(rule, this.ownerNode as Element | null);
    return insertRule.call(this, one, index);
  };
  prototype.replaceSync = function limitedReplaceSync(text) {
    replaceSync.call(this, rulesOf(text, null).join(''));
  };
  prototype.replace = function limitedReplace(text) {
    return replace.call(this, rulesOf(text, null).join(''));
  };
  const createElement = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options);
    const app = element.localName === 'style' ? appOfStack() : undefined;
    if (app !== undefined) owners.set(element, app);
    return element;
  };

  /** Writes the rules of a text again; the text stays as its library wrote it. */
  function limit(style: HTMLStyleElement): void {
    const { sheet, textContent: text } = style;
    if (!sheet || !text || limited.get(sheet) === text) return;
    limited.set(sheet, text);
    while (sheet.cssRules.length > 0) sheet.deleteRule(0);
    for (const rule of rulesOf(text, style)) tryInsert(sheet, rule);
  }

  /** Browsers drop a rule that does not parse. */
  function tryInsert(sheet: CSSStyleSheet, rule: string): void {
    try {
      insertRule.call(sheet, rule, sheet.cssRules.length);
    } catch {
      insertRule.call(sheet, '@media not all{}', sheet.cssRules.length);
    }
  }

  const limitIn = (node: Node): void => {
    const root = node instanceof Element ? node : node.parentElement;
    for (const style of [root, ...(root?.querySelectorAll(STYLES) ?? [])])
      if (style?.matches(STYLES)) limit(style as HTMLStyleElement);
  };
  for (const style of styles) {
    owners.set(style, appAround(style) ?? pageApp);
    limit(style);
  }
  observeNodes((records) => {
    for (const { target, addedNodes } of records) {
      if (target.nodeName === 'STYLE' || target.parentNode?.nodeName === 'STYLE') limitIn(target);
      addedNodes.forEach(limitIn);
    }
  })?.observe(document, { childList: true, characterData: true, subtree: true });
}

function appAround(element: Element): string | undefined {
  const around = element.closest(OF_APP);
  return around?.getAttribute(INTERACTIVE_ATTRIBUTE) ?? around?.getAttribute(APP) ?? undefined;
}

/** @returns the app of the code that runs, by the addresses of its scripts; undefined for the shell's. */
function appOfStack(): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error('made here');
  Error.stackTraceLimit = stackTraceLimit;
  return FRAME_OF_APP.exec(stack)?.[1];
}
