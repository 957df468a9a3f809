import { expect, test } from 'vitest';
import { CONTRACT_VERSION, CONTRACT_VERSIONS } from '../../src/contract/contract-version.ts';
import { contractError } from '../../src/packaging/release-contract.ts';

const VERSIONS = ['1.0', '1.1', '1.2', '1.3'].map((version) => ({ version, kit: `${version}.0` }));

test.each([
  ['its own', '1.3', undefined],
  ['the version before', '1.2', undefined],
  ['two versions before', '1.1', undefined],
  ['three versions before', '1.0', 'PACK_CONTRACT'],
  ['no version, which is the first', undefined, 'PACK_CONTRACT'],
  ['a later version', '1.4', 'PACK_CONTRACT'],
  ['a later major version', '2.0', 'PACK_CONTRACT'],
])('a gateway of 1.3 takes what is built for it and the two versions before: %s', (_, contract, code) => {
  const release = { app: 'blog', ...(contract !== undefined && { contract }) };
  expect(contractError(release, VERSIONS)?.code).toBe(code);
});

test('the refusal says what the release is, what the gateway takes, and which kit to install', () => {
  const refused = contractError({ app: 'blog', contract: '1.4' }, VERSIONS);
  expect(refused).toMatchObject({
    message: 'blog: the release is built for contract 1.4; this gateway takes 1.1 to 1.3',
    fix: expect.stringContaining('/-/packages/voltframe-kit-1.3.0.tgz') as string,
  });
});

test('a gateway of the version before refuses what is built for this one', () => {
  const before = CONTRACT_VERSIONS.slice(0, -1);
  expect(contractError({ app: 'blog', contract: CONTRACT_VERSION }, before)?.code).toBe('PACK_CONTRACT');
});
