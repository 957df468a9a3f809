import { expect, test } from 'vitest';
import { runtimeScope, scopedRules, scopeHtml } from '../../../src/contract/page/runtime-scope.ts';

const SCOPE = { own: '(own)', all: '(all)', mayDefine: (name: string) => name === 'New' };
const scoped = (css: string): string => scopedRules(css, SCOPE).join('');

test.each([
  ['an element', 'h1{color:red}', '@scope (own){h1:where(:scope,*){color:red}}'],
  [
    'a list',
    'h1 , a:hover::before{x:y}',
    '@scope (own){h1:where(:scope,*),a:hover:where(:scope,*)::before{x:y}}',
  ],
  ['the class of a library', '.css-1ab2{x:y}', '@scope (all){.css-1ab2:where(:scope,*){x:y}}'],
  ['a plain class', '.card{x:y}', '@scope (own){.card:where(:scope,*){x:y}}'],
  [
    'a class on the root of the document',
    'html.css-1 p{x:y}',
    '@scope (own){html.css-1 p:where(:scope,*){x:y}}',
  ],
  ['the root', ':root{--x:1}', '@scope (own){:scope{--x:1}}'],
  ['body', 'html body{x:y}', '@scope (own){:is(html,:where(:scope:not(body>*))){x:y}}'],
  [
    'what elements take from body, and what it has itself',
    'body[data-locked]{overflow:hidden !important;color:red;& p{x:y}position:relative}',
    '@scope (own){body[data-locked] :where(:scope:not(body>*)){overflow:hidden !important;position:relative;}' +
      'body[data-locked] :where(:scope){color:red;& p{x:y}}}',
  ],
  [
    'roots in a list',
    ':where(html, .theme) {x:y}',
    '@scope (own){:where(:is(html,:where(:scope:not(body>*))), .theme){x:y}}',
  ],
  [
    'a root with a condition',
    ':root[data-s="a,b"]{x:y}',
    '@scope (own){:root[data-s="a,b"] :where(:scope:not(body>*)){x:y}}',
  ],
  [
    'a child of body',
    'body > .pop{x:y}',
    '@scope (own){body > .pop:where(:scope,*),:is(html,:where(:scope))>.pop{x:y}}',
  ],
  [
    'a colour scheme',
    '.dark{--x:1}',
    '@scope (own){.dark:where(:scope,*),:is(html,body).dark :where(:scope){--x:1}}',
  ],
  ['nested rules', '.a1{& h1{x:y} p{x:y}}', '@scope (all){.a1:where(:scope,*){& h1{x:y} p{x:y}}}'],
  ['a condition', '@media print{h1{x:y}}', '@media print{@scope (own){h1:where(:scope,*){x:y}}}'],
  ['a layer', '@layer a,b;@layer a{h1{x:y}}', '@layer a,b;@layer a{@scope (own){h1:where(:scope,*){x:y}}}'],
  ['a scope', '@scope (html){header{x:y}}', '@scope (own){@scope (html){header{x:y}}}'],
  ['keyframes', '@keyframes a{to{x:y}}', '@keyframes a{to{x:y}}'],
  ['comments and strings', '/*}*/h1{content:"}"/*{*/}', '@scope (own){h1:where(:scope,*){content:"}"}}'],
  ['a block without its end', 'h1{color:red', '@scope (own){h1:where(:scope,*){color:red}}'],
])('limits %s', (_, css, limited) => {
  expect(scoped(css)).toBe(limited);
});

test.each([
  ['a font of the site', '@font-face{font-family:"Inter";src:url(x)}'],
  ['a property of the site', '@property --ink{syntax:"*";inherits:false}'],
  ['a page', '@page{size:1px}'],
  ['the transition of views', '@view-transition{navigation:none}'],
  ['a namespace', '@namespace x url(x);'],
])('makes no rule of %s, but keeps the count', (_, css) => {
  expect(scoped(css)).toBe('@media not all{}');
});

test('makes the rule of a font that the site does not have', () => {
  const css = "@font-face{font-family:'New';src:url(x)}";
  expect(scoped(css)).toBe(css);
});

test('the HTML of the server keeps what its app wrote beside the limited text', () => {
  const { own } = runtimeScope('shop', () => false);
  const css = 'p::after{content:"<"}';
  expect(scopeHtml(`<p>a</p><style data-x="">${css}</style>`, 'shop')).toBe(
    `<p>a</p><style data-x="" data-written="p::after{content:&quot;&lt;&quot;}">@scope ${own}{p:where(:scope,*)::after{content:"<"}}</style>`,
  );
  expect(scopeHtml('<p>a</p>', 'shop')).toBe('<p>a</p>');
});

test.each([
  ['brackets', '('.repeat(50_000)],
  ['blocks', 'a{'.repeat(50_000)],
  ['selectors', 'a,'.repeat(50_000)],
  ['white space', `html${' '.repeat(100_000)}>`],
  ['comments', '/*'.repeat(50_000)],
  ['classes', '.'.repeat(100_000)],
  ['a name', `.${'a'.repeat(100_000)}{`],
])('reads many %s in time that grows with their number', (_, css) => {
  expect(() => scoped(`${css}{x:y}`)).not.toThrow();
});
