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

test('returns the types and bounds of inputs that browsers check themselves', () => {
  const field = { label: 'it', required: true, max: 10 };
  const declaration = {
    ...contact,
    fields: [
      { ...field, name: 'day', kind: 'date' as const, from: '2026-01-01' },
      { ...field, name: 'price', kind: 'number' as const, from: 0, to: 9, step: 0.01 },
      { ...field, name: 'plan', kind: 'file' as const, types: ['image/png' as const, 'image/jpeg' as const] },
    ],
  };
  expect(fieldAttributes(declaration, 'day')).toMatchObject({ type: 'date', min: '2026-01-01' });
  expect(fieldAttributes(declaration, 'price')).toMatchObject({ type: 'number', min: 0, max: 9, step: 0.01 });
  expect(fieldAttributes(declaration, 'plan')).toMatchObject({
    type: 'file',
    accept: 'image/png,image/jpeg',
  });
  expect(fieldAttributes(declaration, 'price')).not.toHaveProperty('maxLength');
});
