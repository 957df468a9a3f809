import { describe, expect, test } from 'vitest';
import { formDeclarations } from '../../../src/contract/forms/form-declaration.ts';
import { application, contact, subscribe } from '../fixtures/sample-forms.ts';

const [name, email, ...others] = contact.fields;
const [role] = application.fields.filter(({ kind }) => kind === 'slug');
/** The sample with a changed name field. */
const file = (as: string) => ({ ...name, kind: 'pdf', max: 1_000, name: as });
const withField = (change: object) => ({ ...contact, fields: [{ ...name, ...change }, email, ...others] });
const issuesOf = (form: object) =>
  formDeclarations
    .safeParse([form])
    .error?.issues.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`) ?? [];

test('accepts the forms of the site unchanged', () => {
  const forms = [contact, application, subscribe];
  expect(formDeclarations.parse(JSON.parse(JSON.stringify(forms)))).toEqual(forms);
});

test('accepts a form with a date, a number, a box and a picture, without an address', () => {
  const fields = [
    { ...name, name: 'day', kind: 'date', max: 10, from: '2026-01-01', to: '2026-12-31' },
    { ...name, name: 'seats', kind: 'number', max: 3, from: 1, to: 12 },
    { ...name, name: 'lunch', kind: 'checkbox', max: 3, required: false },
    { ...name, name: 'plan', kind: 'file', max: 1_000, types: ['image/png'] },
  ];
  expect(issuesOf({ ...contact, fields })).toEqual([]);
});

describe('formDeclarations', () => {
  test.each([
    ['the name __proto__', withField({ name: '__proto__' }), 'fields.0.name: not the name of a field'],
    [
      'the name of a property of every object',
      withField({ name: 'constructor' }),
      /^fields.0.name: .* constructor/,
    ],
    ['a field of the platform', withField({ name: 'elapsedMs' }), /^fields.0.name: .* elapsedMs/],
    ['the honeypot', withField({ name: 'website' }), /^fields.0.name: .* website/],
    ['the idempotency key', withField({ name: 'idempotencyKey' }), /^fields.0.name: .* idempotencyKey/],
    [
      'a name that hides elements of the form',
      withField({ name: 'elements' }),
      /^fields.0.name: .* elements/,
    ],
    [
      'an earlier name of the platform',
      withField({ formerly: ['contract'] }),
      /^fields.0.formerly.0: .* contract/,
    ],
    ['an unknown kind', withField({ kind: 'regex' }), /^fields.0.kind/],
    ['a rule of its own', withField({ pattern: '(a+)+$' }), /^fields.0: .*pattern/],
    ['a length of a megabyte', withField({ max: 1_000_000 }), 'fields.0.max: name: at most 10000 characters'],
    ['a length of 0', withField({ max: 0 }), /^fields.0.max/],
    ['a label of a megabyte', withField({ label: 'x'.repeat(1_000_000) }), /^fields.0.label/],
    ['a label of two lines', withField({ label: 'a\nb' }), 'fields.0.label: holds control characters'],
    ['a choice without options', withField({ kind: 'choice' }), /^fields.0.options: name/],
    ['options of a line', withField({ options: [{ value: 'a', label: 'A' }] }), /^fields.0.options: name/],
    ['a slug without a parameter', withField({ kind: 'slug' }), /^fields.0.parameter: name/],
    ['a file with an earlier name', withField({ kind: 'pdf', formerly: ['cv'] }), /^fields.0.formerly: name/],
    ['a message for closed pages on a line', withField({ gone: 'No.' }), /^fields.0.gone: name/],
    ['a file of 6 MB', withField({ kind: 'pdf', max: 6 * 1024 * 1024 }), /^fields.0.max/],
    ['ten thousand fields', { ...contact, fields: Array.from({ length: 10_000 }, () => ({})) }, /^fields: /],
    ['no field', { ...contact, fields: [] }, /^fields: /],
    [
      'two fields of one name',
      { ...contact, fields: [name, email, name] },
      'fields: two fields have one name',
    ],
    ['fields larger than a post', withField({ max: 9_999 }), /^fields: all fields together/],
    [
      'an email field of another kind',
      { ...contact, fields: [{ ...email, kind: 'line' }] },
      /^fields: the field email has the kind email/,
    ],
    ['a subscription without an address', { ...subscribe, fields: [name] }, /^fields: .* email/],
    ['bounds of a line', withField({ from: 1 }), /^fields.0.from: name/],
    [
      'a number with the bound of a date',
      withField({ kind: 'number', to: '2026-12-31' }),
      /^fields.0.to: name/,
    ],
    ['a date with the bound of a number', withField({ kind: 'date', from: 1 }), /^fields.0.from: name/],
    ['a bound that is no date', withField({ kind: 'date', from: '2026-02-30' }), /^fields.0.from/],
    ['a step of a date', withField({ kind: 'date', step: 7 }), /^fields.0.step: name/],
    ['a step of 0', withField({ kind: 'number', step: 0 }), /^fields.0.step/],
    ['a file without types', withField({ kind: 'file' }), /^fields.0.types: name/],
    ['types of a line', withField({ types: ['image/png'] }), /^fields.0.types: name/],
    ['a file that runs scripts', withField({ kind: 'file', types: ['image/svg+xml'] }), /^fields.0.types/],
    [
      'a PDF and another file',
      { ...contact, fields: [file('cv'), { ...name, kind: 'file', types: ['image/png'] }] },
      'fields: more than one file',
    ],
    ['two files', { ...contact, fields: [email, file('cv'), file('letter')] }, 'fields: more than one file'],
    ['a subscription with a name field', { ...subscribe, fields: [name, email] }, /^fields: a subscription/],
    ['a subscription on one page', { ...subscribe, page: '/news' }, /^page: /],
    ['an enquiry on no page', { ...contact, page: undefined }, /^page: /],
    ['a page parameter without a field', { ...contact, page: '/contact/:who' }, /^fields: each parameter/],
    ['a field with an unknown parameter', { ...contact, fields: [role, email] }, /^fields: each parameter/],
    ['an action outside /api', { ...contact, action: '/-/operations' }, /^action: /],
    ['an action with two segments below /api', { ...contact, action: '/api/a/b' }, /^action: /],
    ['a page of another site', { ...contact, page: 'https://evil.example/' }, /^page: /],
    ['an unknown key', { ...contact, upgrade: 'x' }, /upgrade/],
  ])('rejects %s', (_, form, issue) => {
    expect(issuesOf(form)[0]).toMatch(issue);
  });

  test('rejects more than 20 forms', () => {
    const forms = Array.from({ length: 21 }, () => contact);
    expect(formDeclarations.safeParse(forms).error?.issues).toHaveLength(1);
  });
});
