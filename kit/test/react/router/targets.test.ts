import { expect, it } from 'vitest';
import * as original from 'react-router';
import { createPath, parsePath, resolvePath, targetOf, type To } from '../../../src/react/router/targets.ts';

it.each<To>([
  '/a',
  '/a?b#c',
  '?b',
  '#c',
  'a/b',
  './a',
  '.',
  '',
  '/',
  '/a/../b',
  { pathname: '/a', search: 'b', hash: 'c' },
  { pathname: 'a', search: '?b', hash: '#c' },
  { search: '?' },
  {},
])('resolves %j as react-router does', (to) => {
  expect(resolvePath(to, '/from/here')).toEqual(original.resolvePath(to, '/from/here'));
});

it.each([{}, { pathname: '/a', search: '?', hash: '#' }, { pathname: '/a', search: 'b', hash: '#c' }])(
  'writes %j as react-router does',
  (parts) => expect(createPath(parts)).toBe(original.createPath(parts)),
);

it.each(['/a?b#c', '?b', '#c', '', '/a#b?c'])('reads %j as react-router does', (text) =>
  expect(parsePath(text)).toEqual(original.parsePath(text)),
);

it.each([
  ['..', '/blog'],
  ['../b?x', '/blog/b?x'],
  ['../../..', '/'],
  ['edit', '/blog/post/edit'],
  ['', '/blog/post'],
  ['#part', '#part'],
  ['https://b.example/x', 'https://b.example/x'],
  ['//b.example', '//b.example'],
])('starts from the page: %j leads to %s', (to, target) => {
  expect(targetOf(to, '/blog/post')).toBe(target);
});

it('keeps the parts of a target on the site', () => {
  expect(targetOf({ pathname: '//b.example' }, '/')).toBe('/b.example');
});
