import { expect, test } from 'vitest';
import { isOwnPage, TOKEN_HEADER } from '../../../src/serving/http/own-page.ts';

const SITE = 'http://localhost:3000';
const TOKEN = 'a'.repeat(22);
const own = { host: 'localhost:3000', origin: SITE, 'sec-fetch-site': 'same-origin', [TOKEN_HEADER]: TOKEN };

test.each([
  ['the address of the site', {}],
  ['an address of this machine', { host: '127.0.0.1:3000' }],
  ['one of IPv6', { host: '[::1]:3000' }],
  ['a name that always leads here', { host: 'blog.localhost:3000' }],
  ['a browser that does not say where from', { 'sec-fetch-site': undefined }],
])('a page of this gateway may ask: %s', (_, headers) => {
  expect(isOwnPage({ ...own, ...headers }, SITE, TOKEN)).toBe(true);
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a neighbour on another port', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' }],
  ['another site, in an older browser', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }],
  ['a sandboxed frame', { 'sec-fetch-site': undefined, origin: 'null' }],
  [
    'a name that was made to lead to this machine',
    { host: 'evil.example:3000', origin: 'http://evil.example:3000' },
  ],
  ['one without the token', { [TOKEN_HEADER]: undefined }],
  ['one with another token', { [TOKEN_HEADER]: 'b'.repeat(22) }],
  ['one with a part of it', { [TOKEN_HEADER]: TOKEN.slice(1) }],
  ['no host', { host: undefined }],
])('nobody else may: %s', (_, headers) => {
  expect(isOwnPage({ ...own, ...headers }, SITE, TOKEN)).toBe(false);
});
