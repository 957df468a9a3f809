import { type Attack, attacksOn, type Case } from '../attack.ts';
import { flood, NO_FAILURE, times, visits } from './visitor-requests.ts';

const floods = (name: string, expected: RegExp, count: number, address: (index: number) => string): Case => [
  name,
  expected,
  (site) => flood(site, times(count, address)),
];

export const queryAttacks: Attack[] = [
  ...attacksOn('undeclared queries', [
    floods(
      '200 undeclared queries',
      /^200 × 200$/,
      200,
      (index) => `/terms?junk=${index}&utm_source=${'x'.repeat(500)}`,
    ),
    visits(
      'names of Object.prototype',
      /^200 [\s\S]*\n200 /,
      '/blog?__proto__[tag]=x&constructor=y',
      '/portfolio?category=__proto__',
    ),
    visits('one parameter a hundred times', /^200 /, `/blog?${'tag=x&'.repeat(100)}`),
    floods('500 values of a declared parameter', NO_FAILURE, 500, (index) => `/blog?tag=junk-${index}`),
  ]),
  ...attacksOn('unknown pages', [
    floods('200 posts of the blog', NO_FAILURE, 200, (index) => `/blog/junk-${index}`),
    floods('500 unknown addresses', NO_FAILURE, 500, (index) => `/junk-${index}/x`),
    visits(
      'names of Object.prototype',
      /^404 [\s\S]*\n404 [\s\S]*\n404 /,
      '/__proto__',
      '/constructor/prototype',
      '/blog/__proto__',
    ),
  ]),
];
