import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STYLES } from '../../../../../src/releasing/operations/page/styles/styles.ts';

const site = readFileSync(new URL('../../../../../../shell/src/design/tokens.css', import.meta.url), 'utf8');
/** Names of the page’s own: they stand for tokens. */
const OWN = ['--good', '--warn', '--bad', '--b'];

const tokensOf = (css: string): string[] =>
  [...css.matchAll(/^ *(--[\w-]+):\s*([^;]*);/gm)].map(
    ([, name, value]) => `${name}: ${value!.replaceAll(/\s+/g, ' ')}`,
  );

test('the page has the tokens of the site, with their values', () => {
  const known = new Set(tokensOf(site));
  const others = tokensOf(STYLES).filter((token) => !known.has(token));
  expect(others.map((token) => token.split(':')[0])).toEqual(
    OWN.filter((name) => others.some((token) => token.startsWith(`${name}:`))),
  );
});

test('every name that is used is set', () => {
  const set = new Set<string | undefined>([...STYLES.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  expect([...STYLES.matchAll(/var\((--[\w-]+)/g)].filter(([, name]) => !set.has(name))).toEqual([]);
});
