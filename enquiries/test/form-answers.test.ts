import { application, contact, subscribe } from '@voltframe/kit/testing/sample-forms';
import { expect, test } from 'vitest';
import { formHome, thanksPath } from '../src/form-answers.ts';

test.each([
  [contact, '/contact'],
  [application, '/careers'],
  [{ ...application, page: '/:slug' }, '/'],
  [subscribe, '/'],
])('formHome is the page before the first parameter: $page', (form, home) => {
  expect(formHome(form)).toBe(home);
});

test.each([
  [contact, {}, '/contact?sent=1'],
  [application, { role: 'engineer' }, '/careers/engineer?sent=1'],
  [subscribe, { email: 'a@b.example' }, '/subscribe/sent'],
])('thanksPath of $name is its page', (form, values, path) => {
  expect(thanksPath(form, values)).toBe(path);
});
