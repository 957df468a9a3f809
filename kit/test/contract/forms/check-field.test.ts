import { describe, expect, test } from 'vitest';
import { checkField } from '@voltframe/kit/contract/forms/check-field';
import type { FieldKind, FormField } from '@voltframe/kit/contract/forms/form-contract';

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
