import { expect, it } from 'vitest';
import { plainTarget } from '../../src/cli/dead-target.ts';

const SITE = `declare module '@voltframe/kit/react' {
  interface SiteTypes {
    page: 
      | '/'
      | '/about'
      | '/blog'
      | '/services'
      | \`/blog/\${string}\`;
    island: never;
  }
}
`;
const UNION = '`#${string}` | `/#${string}` | `/about#${string}` | ... 31 more ...';
const SYNC = 'When its team has published it since, run mfe sync';

it.each([
  [
    'TS2820',
    `Type '"/abuot"' is not assignable to type '${UNION}'. Did you mean '"/x"'?`,
    '/abuot',
    ' Did you mean /about?',
  ],
  [
    'TS2322',
    `Type '"/serviecs?a=1"' is not assignable to type '${UNION}'.`,
    '/serviecs',
    ' Did you mean /services?',
  ],
  [
    'TS2345',
    `Argument of type '"/blgo/a-post"' is not assignable to parameter of type '${UNION}'.`,
    '/blgo/a-post',
    ' Did you mean /blog/a-post?',
  ],
  [
    'TS2322',
    `Type '\`/serviecs?page=\${number}\`' is not assignable to type '"/services" | ${UNION}'.`,
    '/serviecs',
    ' Did you mean /services?',
  ],
  ['TS2322', `Type '"/somewhere/else"' is not assignable to type 'SiteTarget'.`, '/somewhere/else', ''],
])('names the dead link, the nearest page and mfe sync in %s', (code, message, path, hint) => {
  expect(plainTarget(`${code}: ${message}`, SITE)).toBe(
    `${code}: The site has no page "${path}".${hint} ${SYNC}`,
  );
});

it.each([
  [`TS2322: Type '"x"' is not assignable to type 'number'.`, SITE],
  [`TS2322: Type 'string' is not assignable to type 'SiteTarget'.`, SITE],
  [`TS2322: Type '"/abuot"' is not assignable to type 'SiteTarget'.`, undefined],
])('leaves %s as it is', (message, types) => {
  expect(plainTarget(message, types)).toBe(message);
});
