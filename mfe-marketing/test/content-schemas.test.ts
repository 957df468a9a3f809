import { expect, it } from 'vitest';
import { contact } from '../src/content-schemas.ts';

const TEXTS = {
  title: 'Contact',
  description: 'A short form, no account, and what happens after you press send.',
  heading: 'Tell us.',
  lead: 'A few sentences.',
  steps: ['One', 'Two', 'Three'].map((title) => ({ title, text: title })),
  privacy: 'What is kept.',
};

it.each([
  ['without facts', TEXTS, true],
  ['with one fact', { ...TEXTS, facts: { place: 'Bern' } }, true],
  ['with an empty fact', { ...TEXTS, facts: { place: '' } }, false],
])('takes a contact page %s: %#', (_, texts, taken) => {
  expect(contact.safeParse(texts).success).toBe(taken);
});
