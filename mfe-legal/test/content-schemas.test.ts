import { expect, it } from 'vitest';
import { documents } from '../src/content-schemas.ts';

const good = {
  title: 'Privacy',
  description: 'What this site knows about you and what it does not, in plain words.',
  updated: '2026-11-02',
  summary: ['This site sets no cookies.', 'It has no analytics.', 'It asks no third party.'],
};

it('accepts a document', () => {
  expect(documents.safeParse(good).success).toBe(true);
});

it.each([
  ['without the day of its last change', { updated: 'recently' }],
  ['without a summary', { summary: [] }],
])('refuses a document %s', (_, change) => {
  expect(documents.safeParse({ ...good, ...change }).success).toBe(false);
});
