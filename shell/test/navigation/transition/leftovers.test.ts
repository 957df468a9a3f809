// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { createLeftovers } from '../../../src/navigation/transition/leftovers.ts';

const { documentElement: html, body } = document;
const PLATFORM = '<div id="app"></div><p class="shell_note"></p><script type="application/json"></script>';

const attributes = (of: Element): string[] => [...of.attributes].map(({ name, value }) => `${name}=${value}`);

beforeEach(() => {
  body.innerHTML = PLATFORM;
  document.head.innerHTML = '';
  document.adoptedStyleSheets = [];
  for (const of of [html, body]) for (const name of of.getAttributeNames()) of.removeAttribute(name);
  html.lang = 'en';
  html.dataset['hydrating'] = 'false';
});

describe('what pages of an app leave in the document', () => {
  it('goes with them and returns with them: children of the body', () => {
    const leftovers = createLeftovers(document);
    const toast = document.createElement('div');
    body.append(toast);
    leftovers.exchange('shop', 'blog');
    expect(body.innerHTML).toBe(PLATFORM);
    leftovers.exchange('blog', 'shop');
    expect(body.lastElementChild).toBe(toast);
  });

  it('goes with them and returns with them: colour schemes and locks of scrolling', () => {
    const leftovers = createLeftovers(document);
    html.className = 'dark';
    html.dataset['theme'] = 'dark';
    body.style.overflow = 'hidden';
    body.dataset['scrollLocked'] = '1';
    document.getElementById('app')!.setAttribute('inert', '');
    leftovers.exchange('shop', 'blog');
    expect([html, body, document.getElementById('app')!].map(attributes)).toEqual([
      ['lang=en', 'data-hydrating=false'],
      [],
      ['id=app'],
    ]);
    html.className = 'sepia';
    leftovers.exchange('blog', 'shop');
    expect([
      html.className,
      html.dataset['theme'],
      body.style.overflow,
      body.dataset['scrollLocked'],
    ]).toEqual(['dark', 'dark', 'hidden', '1']);
    expect(document.getElementById('app')!.hasAttribute('inert')).toBe(true);
    leftovers.exchange('shop', 'blog');
    expect(html.className).toBe('sepia');
  });

  it('goes with them and returns with them: stylesheets, with the rules that a library inserted', () => {
    const leftovers = createLeftovers(document);
    const style = document.createElement('style');
    document.head.append(style);
    style.sheet!.insertRule('h1 { color: red }');
    const adopted = new CSSStyleSheet();
    document.adoptedStyleSheets = [adopted];
    leftovers.exchange('shop', 'blog');
    expect([style.sheet!.disabled, adopted.disabled]).toEqual([true, true]);
    leftovers.exchange('blog', 'shop');
    expect([style.sheet!.disabled, adopted.disabled, style.sheet!.cssRules.length]).toEqual([
      false,
      false,
      1,
    ]);
  });

  it('of an error screen does not return', () => {
    const leftovers = createLeftovers(document);
    body.append(document.createElement('div'));
    leftovers.exchange(undefined, 'shop');
    leftovers.exchange('shop', undefined);
    expect(body.innerHTML).toBe(PLATFORM);
  });
});

it.each([
  ['the stylesheets of releases', '<style data-href="/assets/blog/page.css">h1{}</style>'],
  ['their language, and the state of the platform', ''],
])('pages do not take away %s', (_, head) => {
  document.head.innerHTML = head;
  createLeftovers(document).exchange('shop', 'blog');
  expect([...document.styleSheets].some(({ disabled }) => disabled)).toBe(false);
  expect(attributes(html)).toEqual(['lang=en', 'data-hydrating=false']);
});

it('pages do not take away the class of a translation by the browser', () => {
  html.className = 'translated-ltr dark';
  createLeftovers(document).exchange('shop', 'blog');
  expect(html.className).toBe('translated-ltr');
});
