import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  CONTRACT_VERSIONS,
  type ContractVersion,
  contractWindow,
  versionsLeft,
  contractsText,
} from '../../src/contract/contract-version.ts';

const versionsTo = (newest: number): ContractVersion[] =>
  Array.from({ length: newest }, (_, before) => ({ version: before + 1, kit: `1.${before}.4` }));

test.each([
  [1, 1, '1.0.4'],
  [2, 1, '1.1.4'],
  [3, 2, '1.2.4'],
])('gives a gateway of %i a window from %i on, and the kit of its version', (newest, oldest, kit) => {
  expect(contractWindow(versionsTo(newest))).toEqual({ oldest, newest, kit: `voltframe-kit-${kit}.tgz` });
});

test.each([
  [3, 1],
  [2, 0],
  [1, undefined],
  [4, undefined],
  [2.5, undefined],
  [NaN, undefined],
])('counts for how many later versions a build for %j is accepted by a gateway of 3: %s', (version, left) => {
  expect(versionsLeft(version, versionsTo(3))).toBe(left);
});

test('names the accepted versions in words', () => {
  expect(contractsText({ oldest: 1, newest: 1 })).toBe('contract 1');
  expect(contractsText({ oldest: 2, newest: 3 })).toBe('contracts 2 to 3');
});

test('names the kit of this checkout in the newest version, and numbers the versions from 1', () => {
  const { version } = JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'),
  ) as { version: string };
  expect(CONTRACT_VERSIONS.at(-1)!.kit).toBe(version);
  expect(CONTRACT_VERSIONS.map((known) => known.version)).toEqual(CONTRACT_VERSIONS.map((_, at) => at + 1));
});
