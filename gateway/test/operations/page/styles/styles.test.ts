import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STYLES } from '../../../../src/operations/page/styles/styles.ts';

const site = readFileSync(new URL('../../../../../shell/src/design/tokens.css', import.meta.url), 'utf8');
/** Names that only the page defines, in place of tokens. */
const OWN = ['--good', '--warn', '--bad', '--b'];

const tokensOf = (css: string): string[] =>
  [...css.matchAll(/^ *(--[\w-]+):\s*([^;]*);/gm)].map(
    ([, name, value]) => `${name}: ${value!.replaceAll(/\s+/g, ' ')}`,
  );

test('the page defines tokens of the site with the values of the site', () => {
  const known = new Set(tokensOf(site));
  const others = tokensOf(STYLES).filter((token) => !known.has(token));
  expect(others.map((token) => token.split(':')[0])).toEqual(
    OWN.filter((name) => others.some((token) => token.startsWith(`${name}:`))),
  );
});

test('every custom property that is used is defined', () => {
  const set = new Set<string | undefined>([...STYLES.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  expect([...STYLES.matchAll(/var\((--[\w-]+)/g)].filter(([, name]) => !set.has(name))).toEqual([]);
});
