import { application, contact, subscribe } from '@voltframe/kit/testing/sample-forms';
import { expect, test } from 'vitest';
import { formHome, refererPath, thanksPath } from '../src/form-answers.ts';

test.each([
  [contact, '/contact'],
  [application, '/careers'],
  [{ ...application, page: '/:slug' }, '/'],
  [subscribe, '/'],
])('begins where its pattern has no parameter: $page', (form, home) => {
  expect(formHome(form)).toBe(home);
});

test.each([
  [contact, {}, '/contact?sent=1'],
  [application, { role: 'engineer' }, '/careers/engineer?sent=1'],
  [subscribe, { email: 'a@b.example' }, '/subscribe/sent'],
])('of $name shows its thanks', (form, values, path) => {
  expect(thanksPath(form, values)).toBe(path);
});

test.each([
  ['https://site.example/contact?a=b#c', '/contact'],
  ['http://inside:3000/contact', '/contact'],
  ['https://elsewhere.example/contact', undefined],
  ['https://site.example/api/contact', undefined],
  ['https://site.example/subscribe/confirm', undefined],
  ['nonsense', undefined],
  [undefined, undefined],
])('a post from %s came from the page %s', (referer, path) => {
  expect(refererPath(referer, 'https://site.example', 'inside:3000')).toBe(path);
});
