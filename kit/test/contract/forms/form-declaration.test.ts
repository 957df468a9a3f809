import { describe, expect, test } from 'vitest';
import { formDeclarations } from '../../../src/contract/forms/form-declaration.ts';
import { application, contact, subscribe } from '../fixtures/sample-forms.ts';

const [name, email, ...others] = contact.fields;
const [role] = application.fields.filter(({ kind }) => kind === 'slug');
/** The sample with something else in place of its name field. */
const withField = (change: object) => ({ ...contact, fields: [{ ...name, ...change }, email, ...others] });
const issuesOf = (form: object) =>
  formDeclarations
    .safeParse([form])
    .error?.issues.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`) ?? [];

test('the forms of the site are accepted as they are', () => {
  const forms = [contact, application, subscribe];
  expect(formDeclarations.parse(JSON.parse(JSON.stringify(forms)))).toEqual(forms);
});

describe('a declaration is refused, and the field is named,', () => {
  test.each([
    ['a name of the prototype', withField({ name: '__proto__' }), 'fields.0.name: not the name of a field'],
    ['a name that every object has', withField({ name: 'constructor' }), /^fields.0.name: .* constructor/],
    ['a field of the platform', withField({ name: 'elapsedMs' }), /^fields.0.name: .* elapsedMs/],
    ['the honeypot', withField({ name: 'website' }), /^fields.0.name: .* website/],
    ['the key of a try', withField({ name: 'idempotencyKey' }), /^fields.0.name: .* idempotencyKey/],
    ['a name that hides the fields', withField({ name: 'elements' }), /^fields.0.name: .* elements/],
    [
      'an earlier name of the platform',
      withField({ formerly: ['contract'] }),
      /^fields.0.formerly.0: .* contract/,
    ],
    ['a kind that nobody knows', withField({ kind: 'regex' }), /^fields.0.kind/],
    ['a rule of its own', withField({ pattern: '(a+)+$' }), /^fields.0: .*pattern/],
    ['a length of a megabyte', withField({ max: 1_000_000 }), 'fields.0.max: name: at most 10000 characters'],
    ['a length of nothing', withField({ max: 0 }), /^fields.0.max/],
    ['a label of a megabyte', withField({ label: 'x'.repeat(1_000_000) }), /^fields.0.label/],
    ['a label of two lines', withField({ label: 'a\nb' }), 'fields.0.label: holds control characters'],
    ['a choice without options', withField({ kind: 'choice' }), /^fields.0.options: name/],
    ['options of a line', withField({ options: [{ value: 'a', label: 'A' }] }), /^fields.0.options: name/],
    ['a slug of no page', withField({ kind: 'slug' }), /^fields.0.parameter: name/],
    ['a file of another name', withField({ kind: 'pdf', formerly: ['cv'] }), /^fields.0.formerly: name/],
    ['a page that is gone, of a line', withField({ gone: 'No.' }), /^fields.0.gone: name/],
    ['a file of 6 MB', withField({ kind: 'pdf', max: 6 * 1024 * 1024 }), /^fields.0.max/],
  ])('for %s', (_, form, issue) => {
    expect(issuesOf(form)[0]).toMatch(issue);
  });

  test.each([
    ['ten thousand fields', { ...contact, fields: Array.from({ length: 10_000 }, () => ({})) }, /^fields: /],
    ['no field', { ...contact, fields: [] }, /^fields: /],
    [
      'two fields of one name',
      { ...contact, fields: [name, email, name] },
      'fields: two fields have one name',
    ],
    ['fields that no post could hold', withField({ max: 9_999 }), /^fields: all fields together/],
    ['nobody to answer', { ...contact, fields: [name] }, /^fields: .* email/],
    ['two files', withTwoFiles(), 'fields: more than one file'],
    ['a subscription that keeps a name', { ...subscribe, fields: [name, email] }, /^fields: a subscription/],
    ['a subscription on one page', { ...subscribe, page: '/news' }, /^page: /],
    ['an enquiry on no page', { ...contact, page: undefined }, /^page: /],
    ['a page that no field names', { ...contact, page: '/contact/:who' }, /^fields: each parameter/],
    ['a field that names no parameter', { ...contact, fields: [role, email] }, /^fields: each parameter/],
    ['an address that is not of a form', { ...contact, action: '/-/operations' }, /^action: /],
    ['an address below one', { ...contact, action: '/api/a/b' }, /^action: /],
    ['a page elsewhere', { ...contact, page: 'https://evil.example/' }, /^page: /],
    ['a way to be called', { ...contact, upgrade: 'x' }, /upgrade/],
  ])('for %s', (_, form, issue) => {
    expect(issuesOf(form)[0]).toMatch(issue);
  });

  test('for more forms than a site has', () => {
    const forms = Array.from({ length: 21 }, () => contact);
    expect(formDeclarations.safeParse(forms).error?.issues).toHaveLength(1);
  });
});

function withTwoFiles(): object {
  const file = { ...name, kind: 'pdf', max: 1_000 };
  return { ...contact, fields: [email, { ...file, name: 'cv' }, { ...file, name: 'letter' }] };
}
