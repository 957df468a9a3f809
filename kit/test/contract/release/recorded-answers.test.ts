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

test('parses recorded answers', () => {
  expect(parseRecordedAnswers(JSON.stringify([answer]))).toEqual([answer]);
});

test.each([
  ['no JSON', '[', 'JSON'],
  ['no list', '{}', 'expected array'],
  ['an unknown field', JSON.stringify([{ ...answer, url: 'http://x/' }]), 'url'],
  ['an invalid name', JSON.stringify([{ ...answer, upstream: '__proto__' }]), '0.upstream'],
  [
    'a path with dot segments',
    JSON.stringify([{ ...answer, path: '/../x' }]),
    '0.path: its path is spelled /x',
  ],
  ['a failure', JSON.stringify([{ ...answer, status: 500 }]), '0.status'],
  ['too many answers', JSON.stringify(Array.from({ length: 501 }, () => answer)), '500'],
  ['more than 5 MB', ' '.repeat(6_000_000), 'characters'],
])('rejects %s', (_, json, reason) => {
  expect(() => parseRecordedAnswers(json)).toThrow(reason);
});
