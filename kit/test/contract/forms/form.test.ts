import { expect, test } from 'vitest';
import { errorSlotId, fieldAttributes } from '@voltframe/kit/contract/forms/form';
import { application, contact } from '@voltframe/kit/testing/sample-forms';

test.each([
  ['email', { type: 'email', maxLength: 254, required: true }],
  ['company', { maxLength: 160, required: false }],
])('returns attributes of %s that match its check', (name, attributes) => {
  expect(fieldAttributes(contact, name)).toEqual({
    id: `contact-${name}`,
    name,
    'aria-describedby': errorSlotId(contact, name),
    ...attributes,
  });
});

test.each([
  ['a choice', contact, 'topic'],
  ['a consent', contact, 'consent'],
  ['a file, whose limit is in bytes', application, 'cv'],
])('returns no length for %s', (_, declaration, name) => {
  expect(fieldAttributes(declaration, name)).not.toHaveProperty('maxLength');
});

test('throws for an undeclared field', () => {
  expect(() => fieldAttributes(contact, 'nope')).toThrow('contact@1 has no field nope');
});
