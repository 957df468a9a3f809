import { expect, test } from 'vitest';
import { contractId, errorSlotId, fieldAttributes } from '@voltframe/kit/contract/forms/form-contract';
import { application, contact } from '@voltframe/kit/testing/sample-forms';

test('a contract is named with its version', () => {
  expect(contractId({ name: 'contact', version: 3 })).toBe('contact@3');
});

test.each([
  ['email', { type: 'email', maxLength: 254, required: true }],
  ['company', { maxLength: 160, required: false }],
])('the input of %s gets what its own check agrees with', (name, attributes) => {
  expect(fieldAttributes(contact, name)).toEqual({
    id: `contact-${name}`,
    name,
    'aria-describedby': errorSlotId(contact, name),
    ...attributes,
  });
});

test.each(['topic', 'consent'])('%s, which is not typed, has no length', (name) => {
  expect(fieldAttributes(contact, name)).not.toHaveProperty('maxLength');
});

test('a file is bounded in bytes, which no attribute says', () => {
  expect(fieldAttributes(application, 'cv')).not.toHaveProperty('maxLength');
});

test('a field that is not declared is a mistake of the page', () => {
  expect(() => fieldAttributes(contact, 'nope')).toThrow('contact@1 has no field nope');
});
