import { expect, test } from 'vitest';
import {
  availableDictionary,
  dictionaryHeader,
  nameOfVersions,
} from '../../../../src/serving/responses/differences/dictionary.ts';

const SHA256 = 'ab'.repeat(32);
const HAS = `:${Buffer.from(SHA256, 'hex').toString('base64')}:`;

test.each([
  ['main.0123456789.js', 'main.js', 'match="/assets/blog/main.*.js"'],
  ['pages.blog.post.0123456789.css', 'pages.blog.post.css', 'match="/assets/blog/pages.blog.post.*.css"'],
])('%s is a dictionary of its next versions', (file, name, header) => {
  expect(nameOfVersions(file)).toBe(name);
  expect(dictionaryHeader('blog', file)).toBe(header);
});

test.each([
  'main.js',
  'main.0123456789.js.br',
  'photo.0123456789.avif',
  'a"b.0123456789.js',
  'a*b.0123456789.js',
  'a/b.0123456789.js',
  '.0123456789.js',
])('%s is a dictionary of nothing', (file) => {
  expect(nameOfVersions(file)).toBeUndefined();
  expect(dictionaryHeader('blog', file)).toBeUndefined();
});

test.each(['gzip, br, dcb, dcz', 'dcb', 'br;q=1.0, dcb;q=0.5', '*'])(
  'a browser that accepts %s takes a difference from what it has',
  (accepted) => {
    expect(availableDictionary({ 'available-dictionary': HAS, 'accept-encoding': accepted })).toBe(SHA256);
  },
);

test.each([
  ['says nothing of it', { 'accept-encoding': 'br, dcb' }],
  ['accepts none', { 'available-dictionary': HAS, 'accept-encoding': 'br, gzip' }],
  ['refuses them', { 'available-dictionary': HAS, 'accept-encoding': 'br, dcb;q=0' }],
  ['accepts nothing', { 'available-dictionary': HAS }],
  ['names no sha-256', { 'available-dictionary': ':YWJj:', 'accept-encoding': 'dcb' }],
  ['writes it as a text', { 'available-dictionary': HAS.replaceAll(':', '"'), 'accept-encoding': 'dcb' }],
  ['names two', { 'available-dictionary': `${HAS}, ${HAS}`, 'accept-encoding': 'dcb' }],
  ['sends a long one', { 'available-dictionary': HAS.repeat(1_000), 'accept-encoding': 'dcb' }],
])('who %s gets the whole file', (_, headers) => {
  expect(availableDictionary(headers)).toBeUndefined();
});
