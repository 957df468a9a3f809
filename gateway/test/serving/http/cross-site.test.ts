import { expect, test } from 'vitest';
import { isCrossSite, isSameOrigin, type PostOrigin } from '../../../src/serving/http/cross-site.ts';

const SITE = 'https://site.example';

test.each<[what: string, headers: PostOrigin, cross: boolean]>([
  ['says nothing', { host: 'site.example' }, false],
  ['comes from a page of the site', { 'sec-fetch-site': 'same-origin' }, false],
  ['a person typed', { 'sec-fetch-site': 'none' }, false],
  ['comes from a subdomain', { 'sec-fetch-site': 'same-site', origin: SITE }, true],
  ['comes from elsewhere', { 'sec-fetch-site': 'cross-site' }, true],
  ['says two things', { 'sec-fetch-site': ['same-origin', 'cross-site'] }, true],
  ['has the site’s origin', { origin: SITE, host: 'inside:3000' }, false],
  [
    'has the origin of its host, behind a proxy',
    { origin: 'http://inside:3000', host: 'inside:3000' },
    false,
  ],
  ['has another origin', { origin: 'https://elsewhere.example', host: 'site.example' }, true],
  ['has the site’s host at another port', { origin: 'https://site.example:444', host: 'site.example' }, true],
  ['comes from a sandboxed frame', { origin: 'null', host: 'site.example' }, true],
])('whether a post that %s is another site’s: %#', (_, headers, cross) => {
  expect(isCrossSite(headers, SITE)).toBe(cross);
});

test.each<[what: string, headers: PostOrigin, same: boolean]>([
  ['says nothing', { host: 'site.example' }, false],
  ['comes from a page of the site', { 'sec-fetch-site': 'same-origin' }, true],
  ['says so in both ways', { 'sec-fetch-site': 'same-origin', origin: SITE }, true],
  ['contradicts itself', { 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' }, false],
  ['a person typed', { 'sec-fetch-site': 'none', origin: SITE }, false],
  ['comes from a subdomain', { 'sec-fetch-site': 'same-site', origin: SITE }, false],
  ['says two things', { 'sec-fetch-site': ['same-origin', 'same-origin'] }, false],
  ['has the site’s origin', { origin: SITE, host: 'inside:3000' }, true],
  ['comes from a sandboxed frame', { origin: 'null', host: 'site.example' }, false],
])('whether what %s is this site’s own: %#', (_, headers, same) => {
  expect(isSameOrigin(headers, SITE)).toBe(same);
});
