import { expect, test } from 'vitest';
import { isCrossSite, isSameOrigin, type PostOrigin } from '../../../src/serving/http/cross-site.ts';

const SITE = 'https://site.example';

test.each<[what: string, headers: PostOrigin, cross: boolean]>([
  ['has no such headers', { host: 'site.example' }, false],
  ['a page of the site sends', { 'sec-fetch-site': 'same-origin' }, false],
  ['a person types', { 'sec-fetch-site': 'none' }, false],
  ['a subdomain sends', { 'sec-fetch-site': 'same-site', origin: SITE }, true],
  ['another site sends', { 'sec-fetch-site': 'cross-site' }, true],
  ['has the header twice', { 'sec-fetch-site': ['same-origin', 'cross-site'] }, true],
  ['has the origin of the site', { origin: SITE, host: 'inside:3000' }, false],
  [
    'has the origin of its host, behind a proxy',
    { origin: 'http://inside:3000', host: 'inside:3000' },
    false,
  ],
  ['has another origin', { origin: 'https://elsewhere.example', host: 'site.example' }, true],
  [
    'has the host of the site at another port',
    { origin: 'https://site.example:444', host: 'site.example' },
    true,
  ],
  ['a sandboxed frame sends', { origin: 'null', host: 'site.example' }, true],
])('isCrossSite decides on a post that %s', (_, headers, cross) => {
  expect(isCrossSite(headers, SITE)).toBe(cross);
});

test.each<[what: string, headers: PostOrigin, same: boolean]>([
  ['has no such headers', { host: 'site.example' }, false],
  ['a page of the site sends', { 'sec-fetch-site': 'same-origin' }, true],
  ['has both headers', { 'sec-fetch-site': 'same-origin', origin: SITE }, true],
  [
    'has contradictory headers',
    { 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' },
    false,
  ],
  ['a person types', { 'sec-fetch-site': 'none', origin: SITE }, false],
  ['a subdomain sends', { 'sec-fetch-site': 'same-site', origin: SITE }, false],
  ['has the header twice', { 'sec-fetch-site': ['same-origin', 'same-origin'] }, false],
  ['has the origin of the site', { origin: SITE, host: 'inside:3000' }, true],
  ['a sandboxed frame sends', { origin: 'null', host: 'site.example' }, false],
])('isSameOrigin decides on a request that %s', (_, headers, same) => {
  expect(isSameOrigin(headers, SITE)).toBe(same);
});
