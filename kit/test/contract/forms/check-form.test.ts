import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkForm } from '../../../src/contract/forms/check-form.ts';
import type { FormDeclaration } from '../../../src/contract/forms/form.ts';
import { application, contact, subscribe } from '../fixtures/sample-forms.ts';

const enquiry = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: '',
  topic: 'robotics',
  message: 'Hello.',
  consent: 'yes',
};
const check = (changes: Record<string, unknown>, declaration: FormDeclaration = contact) =>
  checkForm(declaration, { ...enquiry, ...changes });
const errorOf = (changes: Record<string, unknown>, declaration?: FormDeclaration) => {
  const result = check(changes, declaration);
  return result.ok ? {} : result.errors;
};

describe('checkForm with valid values', () => {
  test.each([
    ['spaces around a value', { name: '  Ada ' }, { name: 'Ada' }],
    ['an address in capitals', { email: 'Ada@Example.COM' }, { email: 'ada@example.com' }],
    ['line breaks of any kind in a message', { message: 'a\r\nb\rc' }, { message: 'a\nb\nc' }],
    ['decomposed characters', { name: 'Zoe\u0308' }, { name: 'Zoë' }],
    [
      'more marks on a letter than any language has',
      { name: `e${'\u0323'.repeat(90)}` },
      { name: `ẹ${'\u0323'.repeat(29)}` },
    ],
    ['an unpaired surrogate', { message: 'x\uD800y' }, { message: 'x\uFFFDy' }],
    ['a missing optional field', { company: undefined }, { company: '' }],
    ['a checkbox without its value', { consent: 'on' }, { consent: 'yes' }],
    ['HTML and SQL, as text', { message: `<script>'; DROP TABLE x` }, { message: `<script>'; DROP TABLE x` }],
    ['an unknown field, by dropping it', { admin: 'true' }, {}],
  ])('normalises %s', (_, changes, expected) => {
    expect(check(changes)).toEqual({ ok: true, values: { ...enquiry, ...expected } });
  });
});

describe('checkForm with invalid values', () => {
  test.each([
    ['an empty name', { name: '' }, 'name', 'Enter your name.'],
    ['a name of spaces', { name: '\u00A0 \u200B' }, 'name', 'Enter your name.'],
    ['no name', { name: null }, 'name', 'Enter your name.'],
    ['a line break in a name', { name: 'Ada\nBcc: all@example.com' }, 'name', /on one line/],
    ['a NUL in a message', { message: 'a\0b' }, 'message', /control characters/],
    ['a mark that reverses text', { name: 'gpj\u202Eexe' }, 'name', /control characters/],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name', /120 characters/],
    ['a message of a megabyte', { message: 'x'.repeat(1_000_000) }, 'message', /5,000 characters/],
    ['a number for a name', { name: 7 }, 'name', /as text/],
    ['an array for an address', { email: ['a@example.com', 'b@example.com'] }, 'email', /as text/],
    ['an address without a domain', { email: 'ada' }, 'email', /like name@example\.com/],
    ['an address without a dot in its domain', { email: 'ada@localhost' }, 'email', /like name/],
    [
      'an address of 65 characters before its @',
      { email: `${'a'.repeat(65)}@b.example` },
      'email',
      /like name/,
    ],
    [
      'an address with a line break',
      { email: 'ada@example.com\r\nBcc: x@example.com' },
      'email',
      /like name/,
    ],
    ['two addresses', { email: 'a@example.com, b@example.com' }, 'email', /like name/],
    ['an unknown topic', { topic: 'plumbing' }, 'topic', /from the list/],
    ['no topic', { topic: '' }, 'topic', 'Choose a topic.'],
    ['no consent', { consent: '' }, 'consent', /consent/],
    ['a consent of another kind', { consent: true }, 'consent', /as text/],
  ])('rejects %s', (_, changes, field, message) => {
    const errors = errorOf(changes);
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]).toMatch(message);
  });

  test.each([null, undefined, 'text', 7, [], { name: {} }])(
    'returns a message for every required field of %j',
    (raw) => {
      const result = checkForm(contact, raw);
      expect(result).toMatchObject({ ok: false });
      expect(Object.keys(result.ok ? {} : result.errors)).toEqual([
        'name',
        'email',
        'topic',
        'message',
        'consent',
      ]);
    },
  );

  test('ignores values of the prototype', () => {
    expect(checkForm(subscribe, Object.create({ email: 'ada@example.com' })).ok).toBe(false);
  });
});

describe('checkForm with an application', () => {
  const cv = { name: 'cv.pdf', size: 1_000 };
  const values = { ...enquiry, role: 'firmware-engineer', links: '', cv };
  test.each([
    ['links one a line', { links: 'https://a.example\nhttp://b.example/x ' }, undefined],
    ['an address without its scheme', { links: 'github.com/me www.example.com' }, undefined],
    ['a script for a link', { links: 'javascript:alert(1)' }, 'links'],
    ['a link that is no web address', { links: 'ftp://a.example' }, 'links'],
    ['six links', { links: 'https://a.example '.repeat(6) }, 'links'],
    ['a path for a link', { links: '/me' }, 'links'],
    ['a role that climbs', { role: '../etc' }, 'role'],
    ['no CV', { cv: { name: '', size: 0 } }, 'cv'],
    ['a CV of unknown size', { cv: { size: '7' } }, 'cv'],
    ['a text for a CV', { cv: '%PDF-1.7' }, 'cv'],
    ['a CV that the browser takes for a document', { cv: { ...cv, name: 'cv.docx', type: '' } }, 'cv'],
    ['a PDF without its ending', { cv: { ...cv, name: 'cv', type: 'application/pdf' } }, undefined],
    ['a PDF of an unknown type', { cv: { ...cv, name: 'CV.PDF', type: '' } }, undefined],
    ['a CV that is too large', { cv: { name: 'cv.pdf', size: 5 * 1024 * 1024 + 1 } }, 'cv'],
  ])('checks %s', (_, changes, field) => {
    expect(Object.keys(errorOf({ ...values, ...changes }, application))).toEqual(field ? [field] : []);
  });
});

test('completes an address without a scheme with https', () => {
  const values = { ...enquiry, role: 'firmware-engineer', cv: { name: 'cv.pdf', size: 1_000 } };
  const checked = checkForm(application, { ...values, links: 'github.com/me\nhttp://b.example' });
  expect(checked.ok && checked.values['links']).toBe('https://github.com/me\nhttp://b.example');
});

describe('checkForm with dates, numbers, boxes and pictures', () => {
  const field = { label: 'it', required: false, max: 20 };
  const booking: FormDeclaration = {
    ...contact,
    fields: [
      { ...field, name: 'day', kind: 'date', from: '2026-01-01', to: '2026-12-31' },
      { ...field, name: 'seats', kind: 'number', from: 1, to: 12 },
      { ...field, name: 'price', kind: 'number', step: 0.01 },
      { ...field, name: 'lunch', kind: 'checkbox' },
      { ...field, name: 'plan', kind: 'file', max: 1_000, types: ['image/png'] },
    ],
  };
  test.each<[string, Record<string, unknown>, string | undefined]>([
    ['nothing', {}, undefined],
    ['a date', { day: ' 2026-02-28 ' }, undefined],
    ['a leap day of no leap year', { day: '2026-02-29' }, 'Enter it as a date like 2026-12-31.'],
    ['a date of another order', { day: '31.12.2026' }, 'Enter it as a date like 2026-12-31.'],
    ['a date with a time', { day: '2026-12-31T00:00' }, 'Enter it as a date like 2026-12-31.'],
    ['the day before', { day: '2025-12-31' }, 'Enter it from 2026-01-01 up to 2026-12-31.'],
    ['the last day', { day: '2026-12-31' }, undefined],
    ['a number', { seats: '12' }, undefined],
    ['a number too many', { seats: '13' }, 'Enter it from 1 up to 12.'],
    ['half a seat', { seats: '1.5' }, 'Enter it as a whole number.'],
    ['an exponent', { seats: '1e1' }, 'Enter it as a number.'],
    ['no number', { seats: 'NaN' }, 'Enter it as a number.'],
    ['a number of JSON', { seats: 3 }, 'Enter it as text.'],
    ['a price', { price: '-1234567.89' }, undefined],
    ['a tenth of a cent', { price: '0.001' }, 'Enter it in steps of 0.01.'],
    ['a ticked box', { lunch: 'on' }, undefined],
    ['another value of a box', { lunch: 'no' }, 'Tick the box.'],
    ['a picture', { plan: { name: 'a.png', size: 9, type: 'image/png' } }, undefined],
    ['a picture of the gateway, which checks its content', { plan: { name: 'a.png', size: 9 } }, undefined],
    [
      'a picture of another type',
      { plan: { name: 'a.svg', size: 9, type: 'image/svg+xml' } },
      'Files of this type are not accepted. Attach another one.',
    ],
  ])('checks %s', (_, values, message) => {
    const checked = checkForm(booking, values);
    expect(checked.ok ? undefined : Object.values(checked.errors).join()).toBe(message);
  });

  test('stores a ticked box as yes, and an empty one as nothing', () => {
    expect(checkForm(booking, { lunch: 'on', seats: '2' })).toEqual({
      ok: true,
      values: { day: '', seats: '2', price: '', lunch: 'yes', plan: '' },
    });
  });
});

describe('checkForm with any values', () => {
  test('returns texts for declared fields only', () => {
    const anything = fc.record(
      Object.fromEntries(
        contact.fields.map(({ name }) => [
          name,
          fc.oneof(
            fc.string({ unit: 'binary' }),
            fc.anything(),
            fc.constant((enquiry as Record<string, string>)[name]),
          ),
        ]),
      ),
      { requiredKeys: [] },
    );
    const names = contact.fields.map(({ name }) => name);
    fc.assert(
      fc.property(anything, (raw) => {
        const result = checkForm(contact, raw);
        const texts = result.ok ? result.values : result.errors;
        expect(names).toEqual(expect.arrayContaining(Object.keys(texts)));
        expect(Object.values(texts).every((text) => typeof text === 'string')).toBe(true);
      }),
    );
  });

  test('accepts its own result unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        const first = check({ message });
        if (first.ok) expect(checkForm(contact, first.values)).toEqual(first);
      }),
    );
  });
});
