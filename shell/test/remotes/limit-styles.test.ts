// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scopePrelude } from '@voltframe/kit/contract/page/style-scope';
import { limitStyles } from '../../src/remotes/limit-styles.ts';

/** The library of the DOM reads no `@scope`: what is given to these is looked at. */
const { prototype } = CSSStyleSheet;
const original = {
  insertRule: prototype.insertRule,
  replaceSync: prototype.replaceSync,
  replace: prototype.replace,
};
let inserted: string[] = [];
/** The library of the DOM calls it for the text of an element, too. */
let replaced: string[] = [];
const observers: MutationObserver[] = [];
class Observer extends MutationObserver {
  constructor(callback: MutationCallback) {
    super(callback);
    observers.push(this);
  }
}

const settle = (): Promise<void> => new Promise((resume) => setTimeout(resume));

function start(html: string, page = '<main id="main" data-app="shop">'): void {
  document.body.innerHTML = `<div id="app">${page}${html}</main></div>`;
  limitStyles(window, 'img-src https://a.example; style-src shop');
}

beforeEach(() => {
  inserted = [];
  replaced = [];
  vi.stubGlobal('MutationObserver', Observer);
  prototype.insertRule = function note(rule) {
    inserted.push(rule);
    return 0;
  };
  prototype.replaceSync = function note(text) {
    replaced.push(text);
  };
  Object.assign(window, { CSSScopeRule: function () {} });
  Object.defineProperty(document, 'fonts', { value: [{ family: '"Inter"' }], configurable: true });
});
afterEach(() => {
  for (const observer of observers.splice(0)) observer.disconnect();
  vi.unstubAllGlobals();
  Object.assign(prototype, original);
  Reflect.deleteProperty(window, 'CSSScopeRule');
  Reflect.deleteProperty(document, 'createElement');
  document.head.innerHTML = '';
});

const ofShop = `@scope ${scopePrelude('shop')}{h1:where(:scope,*){color:red}}`;

it('limits the rules that a library inserts', () => {
  start('');
  new CSSStyleSheet().insertRule('h1{color:red}');
  new CSSStyleSheet().replaceSync('h1{color:red}');
  expect([inserted, replaced]).toEqual([[ofShop], [ofShop]]);
});

it('limits the text of a stylesheet, and its later texts', async () => {
  start('');
  const style = document.createElement('style');
  style.textContent = 'h1{color:red}';
  document.head.append(style);
  await settle();
  expect(inserted).toEqual([ofShop]);
  style.textContent = 'h2{color:red}';
  await settle();
  expect(inserted).toHaveLength(2);
});

it('gives a stylesheet of the server the text that its app wrote, and limits it to the app around it', () => {
  start('<div data-interactive="blog"><style data-written="h1{color:red}">limited</style></div>');
  expect(document.querySelector('style')!.outerHTML).toBe('<style>h1{color:red}</style>');
  expect(inserted).toEqual([ofShop.replace(scopePrelude('shop'), scopePrelude('blog'))]);
});

it('makes no font that the site has', () => {
  start('');
  new CSSStyleSheet().replaceSync('@font-face{font-family:Inter;src:local(serif)}');
  expect(replaced.at(-1)).toBe('@media not all{}');
});

it('leaves the stylesheets of the gateway', () => {
  start('<style data-href="/assets/shop/page.css">h1{color:red}</style>');
  expect(inserted).toEqual([]);
});

it.each([
  ['a browser has no @scope', true, undefined],
  ['the release of the page has no root for it', false, '<main id="main" data-app="">'],
])('limits nothing when %s', (_, isOld, page) => {
  if (isOld) Reflect.deleteProperty(window, 'CSSScopeRule');
  start('<style data-written="h1{color:red}">limited</style>', page);
  new CSSStyleSheet().insertRule('h1{color:red}');
  expect(inserted).toEqual(['h1{color:red}']);
  expect(document.querySelector('style')!.textContent).toBe('h1{color:red}');
});
