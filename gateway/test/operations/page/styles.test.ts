import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STYLES } from '../../../src/operations/page/layout.ts';

const site = readFileSync(new URL('../../../../shell/src/design/tokens.css', import.meta.url), 'utf8');

const tokensOf = (css: string): string[] =>
  [...css.matchAll(/^ *(--[\w-]+):\s*([^;]*);/gm)].map(
    ([, name, value]) => `${name}: ${value!.replaceAll(/\s+/g, ' ')}`,
  );

test('the page defines tokens of the site with the values of the site', () => {
  const known = new Set(tokensOf(site));
  expect(tokensOf(STYLES).length).toBeGreaterThan(10);
  expect(tokensOf(STYLES).filter((token) => !known.has(token))).toEqual([]);
});

test('every custom property that is used is defined', () => {
  const set = new Set<string | undefined>([...STYLES.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  expect([...STYLES.matchAll(/var\((--[\w-]+)/g)].filter(([, name]) => !set.has(name))).toEqual([]);
});
