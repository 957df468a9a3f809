import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkForm } from '../../../src/contract/forms/check-form.ts';
import { fieldAttributes, type FormContract } from '../../../src/contract/forms/form-contract.ts';
import { application, contact, subscribe } from '../../../src/testing/sample-forms.ts';
import { checkField } from '@voltframe/kit/contract/forms/check-form';
import type { FieldKind, FormField } from '@voltframe/kit/contract/forms/form-contract';

const enquiry = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: '',
  topic: 'robotics',
  message: 'Hello.',
  consent: 'yes',
};
const check = (changes: Record<string, unknown>, contract: FormContract = contact) =>
  checkForm(contract, { ...enquiry, ...changes });
const errorOf = (changes: Record<string, unknown>, contract?: FormContract) => {
  const result = check(changes, contract);
  return result.ok ? {} : result.errors;
};

describe('values that are accepted', () => {
  test.each([
    ['spaces around a value', { name: '  Ada ' }, { name: 'Ada' }],
    ['an address in capitals', { email: 'Ada@Example.COM' }, { email: 'ada@example.com' }],
    ['line breaks of any kind in a message', { message: 'a\r\nb\rc' }, { message: 'a\nb\nc' }],
    ['decomposed characters', { name: 'Zoe\u0308' }, { name: 'Zoë' }],
    ['an unpaired surrogate', { message: 'x\uD800y' }, { message: 'x\uFFFDy' }],
    ['a missing optional field', { company: undefined }, { company: '' }],
    ['a checkbox without its value', { consent: 'on' }, { consent: 'yes' }],
    ['HTML and SQL, as text', { message: `<script>'; DROP TABLE x` }, { message: `<script>'; DROP TABLE x` }],
    ['an unknown field, by dropping it', { admin: 'true' }, {}],
  ])('normalises %s', (_, changes, expected) => {
    expect(check(changes)).toEqual({ ok: true, values: { ...enquiry, ...expected } });
  });
});

describe('values that are refused', () => {
  test.each([
    ['an empty name', { name: '' }, 'name', 'Enter your name.'],
    ['a name of spaces', { name: '\u00A0 \u200B' }, 'name', 'Enter your name.'],
    ['a line break in a name', { name: 'Ada\nBcc: all@example.com' }, 'name', /on one line/],
    ['a NUL in a message', { message: 'a\0b' }, 'message', /control characters/],
    ['a mark that reverses text', { name: 'gpj\u202Eexe' }, 'name', /control characters/],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name', /120 characters/],
    ['a message of a megabyte', { message: 'x'.repeat(1_000_000) }, 'message', /5,000 characters/],
    ['a number for a name', { name: 7 }, 'name', /as text/],
    ['an array for an address', { email: ['a@example.com', 'b@example.com'] }, 'email', /as text/],
    ['an address without a domain', { email: 'ada' }, 'email', /like name@example\.com/],
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
  ])('refuses %s', (_, changes, field, message) => {
    const errors = errorOf(changes);
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]).toMatch(message);
  });

  test.each([null, undefined, 'text', 7, [], { name: {} }])('has a message for every field of %j', (raw) => {
    const result = checkForm(contact, raw);
    expect(result).toMatchObject({ ok: false });
    expect(Object.keys(result.ok ? {} : result.errors)).toEqual([
      'name',
      'email',
      'topic',
      'message',
      'consent',
    ]);
  });

  test('does not take values from the prototype', () => {
    expect(checkForm(subscribe, Object.create({ email: 'ada@example.com' })).ok).toBe(false);
  });
});

describe('an application', () => {
  const cv = { name: 'cv.pdf', size: 1_000 };
  const values = { ...enquiry, role: 'firmware-engineer', links: '', cv };
  test.each([
    ['links one a line', { links: 'https://a.example\nhttp://b.example/x ' }, undefined],
    ['a script for a link', { links: 'javascript:alert(1)' }, 'links'],
    ['six links', { links: 'https://a.example '.repeat(6) }, 'links'],
    ['a role that climbs', { role: '../etc' }, 'role'],
    ['no CV', { cv: { name: '', size: 0 } }, 'cv'],
    ['a text for a CV', { cv: '%PDF-1.7' }, 'cv'],
    ['a CV that is too large', { cv: { name: 'cv.pdf', size: 5 * 1024 * 1024 + 1 } }, 'cv'],
  ])('is checked for %s', (_, changes, field) => {
    expect(Object.keys(errorOf({ ...values, ...changes }, application))).toEqual(field ? [field] : []);
  });
});

describe('one description', () => {
  test('has an answer to anything: text for each field, or messages for some', () => {
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

  test('checking what was checked changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        const first = check({ message });
        if (first.ok) expect(checkForm(contact, first.values)).toEqual(first);
      }),
    );
  });

  test('gives the attributes of an input', () => {
    expect(fieldAttributes(contact, 'email')).toEqual({
      id: 'contact-email',
      name: 'email',
      required: true,
      type: 'email',
      maxLength: 254,
      'aria-describedby': 'contact-email-error',
    });
    expect(() => fieldAttributes(contact, 'nope')).toThrow('contact@1 has no field nope');
  });
});

const field = (kind: FieldKind, more: Partial<FormField> = {}): FormField => ({
  name: 'x',
  label: 'an x',
  kind,
  required: true,
  max: 50,
  ...more,
});
const options = [{ value: 'a', label: 'A' }];

describe('what is good', () => {
  test.each<[FieldKind, unknown, string]>([
    ['line', ' Zoe\u0308 ', 'Zoë'],
    ['text', 'a\r\nb', 'a\nb'],
    ['email', 'Ada@Example.COM', 'ada@example.com'],
    ['choice', 'a', 'a'],
    ['slug', 'firmware-engineer', 'firmware-engineer'],
    ['links', 'https://a.example http://b.example', 'https://a.example\nhttp://b.example'],
    ['consent', 'on', 'yes'],
  ])('a %s of %j is %j', (kind, raw, value) => {
    expect(checkField(field(kind, { options }), raw)).toEqual({ ok: true, value });
  });

  test('a file that is not too large', () => {
    expect(checkField(field('pdf'), { name: 'cv.pdf', size: 50 })).toEqual({ ok: true, value: 'cv.pdf' });
  });
});

describe('what is not', () => {
  test.each<[FieldKind, unknown, string]>([
    ['line', 'a\nb', 'Enter an x on one line'],
    ['text', 'a\0b', 'Enter an x without control characters'],
    ['email', 'ada@localhost', 'Enter an email address like'],
    ['email', `${'a'.repeat(65)}@b.example`, 'Enter an email address like'],
    ['choice', 'b', 'Choose an x from the list'],
    ['slug', '../etc', 'Choose an x from the list'],
    ['links', 'ftp://a.example', 'Enter links that start with https://'],
    ['links', 'https://a b c d e f', 'Enter at most 5 links'],
    ['consent', 'no', 'Tick the box.'],
    ['line', 7, 'Enter an x as text.'],
    ['line', 'x'.repeat(51), 'Shorten an x to 50 characters or fewer.'],
    ['line', 'x'.repeat(1e7), 'Shorten an x to 50 characters or fewer.'],
    ['pdf', { name: 'cv.pdf', size: 51 }, 'The file is larger than'],
    ['pdf', { size: '7' }, 'Attach an x.'],
  ])('a %s of %.20j', (kind, raw, says) => {
    const result = checkField(field(kind, { options, ...(kind === 'email' && { max: 254 }) }), raw);
    expect(result.ok ? '' : result.message).toContain(says);
  });
});

describe('nothing, or only what cannot be seen', () => {
  test.each([undefined, null, '', ' \n', '\u200B'])('%j is missing where it is needed', (raw) => {
    expect(checkField(field('line'), raw)).toEqual({ ok: false, message: 'Enter an x.' });
    expect(checkField(field('line', { missing: 'Say x.' }), raw)).toEqual({ ok: false, message: 'Say x.' });
    expect(checkField(field('line', { required: false }), raw)).toEqual({ ok: true, value: '' });
  });
});
