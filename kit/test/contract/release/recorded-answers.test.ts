import { expect, test } from 'vitest';
import { parseRecordedAnswers } from '../../../src/contract/release/recorded-answers.ts';

const answer = {
  upstream: 'cms',
  path: '/posts',
  query: [['page', '2']],
  status: 200,
  headers: {},
  text: '[]',
};

test('answers are read as they were recorded', () => {
  expect(parseRecordedAnswers(JSON.stringify([answer]))).toEqual([answer]);
});

test.each([
  ['no JSON', '[', 'JSON'],
  ['no list', '{}', 'expected array'],
  ['an unknown field', JSON.stringify([{ ...answer, url: 'http://x/' }]), 'url'],
  ['a name that is none', JSON.stringify([{ ...answer, upstream: '__proto__' }]), '0.upstream'],
  ['a path that climbs', JSON.stringify([{ ...answer, path: '/../x' }]), '0.path: its path is spelled /x'],
  ['a failure', JSON.stringify([{ ...answer, status: 500 }]), '0.status'],
  ['answers without end', JSON.stringify(Array.from({ length: 501 }, () => answer)), '500'],
  ['more than 5 MB', ' '.repeat(6_000_000), 'characters'],
])('refuses %s', (_, json, reason) => {
  expect(() => parseRecordedAnswers(json)).toThrow(reason);
});
