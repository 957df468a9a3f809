import { expect, test } from 'vitest';
import { nestWithSigns, scopeStyles } from '../../src/build/scope-styles.ts';
import { checkStylesheet } from '../../src/packaging/check-stylesheet.ts';
import { scopePrelude } from '../../src/contract/page/style-scope.ts';
import { HOSTILE_STYLES } from './hostile-styles.ts';

/** @returns the stylesheet with `@S` in place of the scope, on one line. */
const scoped = (css: string, stage: 'module' | 'source' = 'source'): string =>
  scopeStyles(nestWithSigns(css), 'blog', stage)
    .css.replaceAll(`@scope ${scopePrelude('blog')}`, '@S')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=\{) |(?<=\}) (?!\})/g, '')
    .trim();

test.each([
  ['h1{x:y}', '@S{h1:where(:scope,*){x:y}}'],
  [':root{--a:1}', '@S{:scope{--a:1}}'],
  ['html,body{height:100%}', '@S{:is(html,:where(:scope:not(body>*))){height:100%}}'],
  ['body{color:red}', '@S{:is(html,:where(:scope)){color:red}}'],
  [
    ':root{display:flex;--a:1;cursor:help;margin:0}',
    '@S{:scope:where(:not(body>*)){display:flex;margin:0}:scope{--a:1;cursor:help}}',
  ],
  [
    'body{margin:0;.a{x:y}}',
    '@S{:is(html,:where(:scope:not(body>*))){margin:0}:is(html,:where(:scope)){& .a{x:y}}}',
  ],
  [
    '.dark{--a:1;margin:0}',
    '@S{.dark:where(:scope,*),:is(html,body).dark :where(:scope:not(body>*)){margin:0}.dark:where(:scope,*),:is(html,body).dark :where(:scope){--a:1}}',
  ],
  ['body::before{x:y}', '@S{:is(html,:where(:scope:not(body>*)))::before{x:y}}'],
  ['html.dark{x:y}', '@S{html.dark :where(:scope:not(body>*)){x:y}}'],
  ['html.dark .card::after{x:y}', '@S{html.dark .card:where(:scope,*)::after{x:y}}'],
  ['.dark{--a:1}', '@S{.dark:where(:scope,*),:is(html,body).dark :where(:scope){--a:1}}'],
  ['body > .toast{x:y}', '@S{body > .toast:where(:scope,*),:is(html,:where(:scope))>.toast{x:y}}'],
  [':where(:root,:host){x:y}', '@S{:where(:scope:where(:not(body>*)),:host){x:y}}'],
  ['@layer a,b;@layer a{h1{x:y}}', '@layer a,b;@layer a{@S{h1:where(:scope,*){x:y}}}'],
  ['@media print{h1{x:y}}', '@S{@media print{h1:where(:scope,*){x:y}}}'],
  ['@scope (.card){img{x:y}}', '@S{@scope (.card){img{x:y}}}'],
  ['.a{.b{x:y}}', '@S{.a:where(:scope,*){& .b{x:y}}}'],
  ['.a{.b &{x:y}}', '@S{.a:where(:scope,*){&:is(.b &){x:y}}}'],
  ['@charset "utf-8";h1{x:y}', '@S{h1:where(:scope,*){x:y}}'],
])('limits %s', (css, expected) => {
  expect(scoped(css)).toBe(expected);
});

test.each([
  ['@keyframes spin{}.a{animation:spin 1s}', ['@keyframes blog_spin', 'animation:blog_spin 1s']],
  ['@keyframes spin{}:root{--animate-spin:spin 1s}', ['--animate-spin:blog_spin 1s']],
  [
    '@font-face{font-family:"Open Sans"}body{font-family:"Open Sans",serif}',
    ['font-family:"blog_Open_Sans"}', 'font-family:"blog_Open_Sans","Open Sans",serif'],
  ],
  ['.a{font:700 1rem/1.5 Inter,serif}', ['font:700 1rem/1.5 "blog_Inter",Inter,serif']],
  [':root{--font-sans:Inter,serif}', ['--font-sans:"blog_Inter",Inter,serif']],
  ['.a{counter-increment:n 2;content:counter(n)}', ['counter-increment:blog_n 2', 'counter(blog_n)']],
  [
    '@container side (width>1px){.a{x:y}}.b{container:side/size}',
    ['@container blog_side', 'container:blog_side/size'],
  ],
  ['@property --x{syntax:"*"}.a{y:var(--x)}', ['@property --x{', 'var(--x)']],
  [
    '@property --tw-x{syntax:"*"}.a{--tw-x:1;y:var(--tw-x,var(--tw-y))}',
    ['@property --blog_tw-x{', '--blog_tw-x:1', 'var(--blog_tw-x,var(--tw-y))'],
  ],
])('gives shared names of %s the name of the app', (css, parts) => {
  for (const part of parts) expect(scoped(css)).toContain(part);
});

test('leaves the names of keyframes in CSS modules to css-loader', () => {
  expect(scoped('@keyframes spin{}h1{animation:spin 1s}', 'module')).toContain('animation:spin 1s');
});

test.each([
  ['@page{margin:0}', '@page is for the whole site: one app cannot set it'],
  ['@theme{--color-brand:red}', 'this is a rule of Tailwind: postcss.config of the app needs its plugin'],
  ['@import url(https://fonts.example/a.css);', '@import is for the whole site'],
  ['html{font-size:62.5%}', 'font-size of the root element changes rem'],
  ['@media print{:root{font-size:10px}}', 'font-size of the root element changes rem'],
])('refuses %s with its line', (css, reason) => {
  expect(scopeStyles(`h1{}\n${css}`, 'blog', 'source').issues).toEqual([
    { line: 2, reason: expect.stringContaining(reason) },
  ]);
});

test('writes what the gateway accepts, or refuses it: the corpus of hostile stylesheets', () => {
  const accepted = HOSTILE_STYLES.filter((css) => {
    const limited = scopeStyles(nestWithSigns(css), 'blog', 'source');
    const issues = checkStylesheet(`@layer remotes.blog {${limited.css}}`, { app: 'blog', stage: 'built' });
    return issues.length === 0;
  });
  expect(accepted.length).toBeGreaterThan(35);
  const unlimited = HOSTILE_STYLES.filter((css) => {
    const issues = checkStylesheet(`@layer remotes.blog {${css}}`, { app: 'blog', stage: 'built' });
    return issues.length === 0;
  });
  expect(unlimited).toEqual([]);
});

test('protects the ids of the page in the scope of a CSS module, which css-loader would rename', () => {
  expect(scoped('h1{}', 'module')).toContain('body:has(>:global(#app)>:global(#main)[data-app="blog"])');
  expect(scoped('h1{}', 'source')).toBe('@S{h1:where(:scope,*){} }');
});
