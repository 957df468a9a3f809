import { expect, it } from 'vitest';
import type { MfeFont } from '../../../src/contract/release/mfe-config.ts';
import {
  faceName,
  faceStyles,
  facesOfSomeLetters,
  fontIssues,
  preloadedFaces,
} from '../../../src/build/fonts/font-faces.ts';
import { checkStylesheet } from '../../../src/packaging/check-stylesheet.ts';
import { appOf } from '../fixtures/sample-app.ts';

const serif: MfeFont = { family: 'blog_serif', file: './fonts/serif.ttf' };
const italic: MfeFont = { ...serif, weight: '400 700', style: 'italic' };
const issuesOf = (...fonts: unknown[]) => [...fontIssues(appOf({ fonts: fonts as MfeFont[] }).config)];

it('accepts a family of the app, with one file per weight and style', () => {
  expect(issuesOf(serif, italic, { ...serif, weight: '700', text: 'ABC', preload: false })).toEqual([]);
  expect([serif, italic].map(faceName)).toEqual(['blog_serif-400-normal', 'blog_serif-400-700-italic']);
});

it.each([
  ["the shell's family", { family: 'Archivo' }, 'fonts.0.family: the name of a family begins with blog_'],
  ['a family that closes its CSS rule', { family: 'blog_a;} *{' }, 'fonts.0.family'],
  ['a file outside of the app', { file: './../legal/serif.ttf' }, 'fonts.0.file: not a file of the app'],
  [
    'a file of another site',
    { file: 'https://fonts.example/a.woff2' },
    'fonts.0.file: not a file of the app',
  ],
  ['a weight in words', { weight: 'bold' }, 'fonts.0.weight: not a weight'],
  ['a text that is too long', { text: 'x'.repeat(5001) }, 'fonts.0.text'],
  ['an unknown key', { display: 'block' }, 'fonts.0: Unrecognized key: "display"'],
])('rejects %s with its field', (_, change, reason) => {
  expect(issuesOf({ ...serif, ...change })[0]).toContain(reason);
});

it('rejects two files of one face, too many files, and fonts of the shell', () => {
  expect(issuesOf(serif, { ...serif, file: './fonts/other.ttf' })).toEqual([
    'fonts.1: blog_serif has two files of this weight and style',
  ]);
  const many = ['100', '200', '300', '400', '500'].map((weight) => ({ ...serif, weight }));
  expect(issuesOf(...many)).toEqual(['fonts has 5 files, 4 are allowed']);
  const shell = { name: 'shell', kind: 'shell' as const, fonts: [{ ...serif, family: 'shell_serif' }] };
  expect([...fontIssues(appOf(shell).config)]).toEqual([expect.stringContaining('fonts are of remotes')]);
});

it('writes a stylesheet that passes the check of apps, with font-display: swap', () => {
  const css = faceStyles([serif, italic]);
  expect(checkStylesheet(css, { app: 'blog', stage: 'source' })).toEqual([]);
  expect(css.match(/font-display: swap/g)).toHaveLength(2);
  expect(css).toContain(
    "src: url('./blog_serif-400-700-italic.woff2') format('woff2');\n  font-weight: 400 700;",
  );
});

it.each([
  ['that name the family', `h1 { font-family: blog_serif, serif; }`, ['blog_serif-400-normal']],
  [
    'that name the family in the font shorthand',
    `h1{font:700 1rem/1 "blog_serif"}`,
    ['blog_serif-400-normal'],
  ],
  ['that do not use the family', '', []],
  ['that name a family with the same prefix', 'h1 { font-family: blog_serif-small; }', []],
])('preloads the faces for styles %s', (_, css, names) => {
  const late: MfeFont = { ...serif, weight: '700', preload: false };
  expect(preloadedFaces([serif, late], faceStyles([serif, late]) + css)).toEqual(names);
});

it('finds the files that browsers fetch only for some letters', () => {
  const whole = '@font-face { font-family: A; src: url(/assets/shell/a.0f.woff2) format("woff2"); }';
  const rare = `@font-face{src:url('../a-rare.0f.woff2') format('woff2');unicode-range: U+c0-c3, U+ff}`;
  expect(facesOfSomeLetters(`${whole}${rare} p { color: red; }`)).toEqual(['a-rare.0f.woff2']);
});
