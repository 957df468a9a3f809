import { application, contact, subscribe } from '@voltframe/kit/testing/sample-forms';
import { describe, expect, test } from 'vitest';
import { formHome, formPage, thanksPath } from '../../src/enquiries/form-page.ts';

const [role, ...others] = application.fields.filter(({ kind }) => kind === 'slug' || kind === 'email');
const ofTeam = {
  ...application,
  page: '/careers/:team/:slug',
  fields: [role!, { ...role!, name: 'team', parameter: 'team' }, ...others],
};

describe('the page of a form', () => {
  test.each([
    ['has no parameter', contact, {}, '/contact'],
    ['is named by a field', application, { role: 'engineer' }, '/careers/engineer'],
    ['is named by two', ofTeam, { role: 'engineer', team: 'web' }, '/careers/web/engineer'],
    ['is not named', application, {}, undefined],
    ['climbs', application, { role: '../contact' }, undefined],
    ['holds a replacement pattern', application, { role: '$&' }, undefined],
    ['is longer than its field', application, { role: 'x'.repeat(81) }, undefined],
    ['is an object', application, { role: { toString: 'x' } }, undefined],
    ['is any page', subscribe, { email: 'a@b.example' }, undefined],
  ])('that %s', (_, form, values, path) => {
    expect(formPage(form, values)).toBe(path);
  });

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
});
