import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  CONTRACT_FORM,
  CONTRACT_VERSIONS,
  type ContractVersion,
  contractWindow,
  isSince,
  versionsLeft,
} from '../../src/contract/contract-version.ts';

const versionsTo = (newest: string): ContractVersion[] => {
  const all = ['1.0', '1.1', '1.2', '1.3', '2.0'].map((version) => ({ version, kit: `${version}.4` }));
  return all.slice(0, all.findIndex(({ version }) => version === newest) + 1);
};

test.each([
  ['1.0', '1.0'],
  ['1.2', '1.0'],
  ['1.3', '1.1'],
])('gives a gateway of %s a window from %s on, and the kit of its version', (newest, oldest) => {
  expect(contractWindow(versionsTo(newest))).toEqual({
    oldest,
    newest,
    kit: `voltframe-kit-${newest}.4.tgz`,
  });
});

test.each([
  ['1.3', 2],
  ['1.2', 1],
  ['1.1', 0],
  ['1.0', undefined],
  ['1.30', undefined],
  ['', undefined],
])('counts for how many versions a gateway of 1.3 accepts %j: %s', (version, left) => {
  expect(versionsLeft(version, versionsTo('1.3'))).toBe(left);
});

test('names the kit of this checkout in the newest version, in the form that releases declare', () => {
  const { version } = JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'),
  ) as { version: string };
  expect(CONTRACT_VERSIONS.at(-1)!.kit).toBe(version);
  for (const known of CONTRACT_VERSIONS) expect(known.version).toMatch(CONTRACT_FORM);
});

test.each([
  ['1.2', '1.2', true],
  ['1.2', '1.10', true],
  ['1.2', '2.0', true],
  ['1.2', '1.1', false],
  ['2.0', '1.9', false],
  ['1.1', undefined, false],
])('reports a feature of %s as known to a build for %s: %s', (since, version, known) => {
  expect(isSince(since, version)).toBe(known);
});
