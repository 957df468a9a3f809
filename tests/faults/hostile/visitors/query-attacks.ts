import { type Attack, attacksOn } from '../attack.ts';
import { flood, NO_FAILURE, times, visits } from './visitor-requests.ts';

export const queryAttacks: Attack[] = [
  ...attacksOn('queries that nobody declared', [
    [
      '200 of them',
      /^200 × 200$/,
      (site) =>
        flood(
          site,
          times(200, (index) => `/terms?junk=${index}&utm_source=${'x'.repeat(500)}`),
        ),
    ],
    visits(
      'names that every object has',
      /^200 [\s\S]*\n200 /,
      '/blog?__proto__[tag]=x&constructor=y',
      '/portfolio?category=__proto__',
    ),
    visits('the same one a hundred times', /^200 /, `/blog?${'tag=x&'.repeat(100)}`),
    [
      '500 values of one that is declared',
      NO_FAILURE,
      (site) =>
        flood(
          site,
          times(500, (index) => `/blog?tag=junk-${index}`),
        ),
    ],
  ]),
  ...attacksOn('pages that are not there', [
    [
      '200 posts of the blog',
      NO_FAILURE,
      (site) =>
        flood(
          site,
          times(200, (index) => `/blog/junk-${index}`),
        ),
    ],
    [
      '500 addresses of nobody',
      NO_FAILURE,
      (site) =>
        flood(
          site,
          times(500, (index) => `/junk-${index}/x`),
        ),
    ],
    visits(
      'names that every object has',
      /^404 [\s\S]*\n404 [\s\S]*\n404 /,
      '/__proto__',
      '/constructor/prototype',
      '/blog/__proto__',
    ),
  ]),
];
