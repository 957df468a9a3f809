import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSigningPair, publicKeyOf } from '@voltframe/kit/packaging/signing-key';
import { afterAll, expect, it } from 'vitest';
import { signingKey } from '../../src/cli/signing.ts';
import { temporaryFolder } from '../packaging/fixtures/releases.ts';

const cwd = temporaryFolder();
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const [inFile, inEnvironment] = [createSigningPair(), createSigningPair()];
writeFileSync(path.join(cwd, 'legal.key'), inFile.privateKey);
const env = { MFE_SIGNING_KEY: inEnvironment.privateKey };

it.each([
  { from: 'the file of --key, before the environment', file: 'legal.key', key: inFile },
  { from: 'the environment', file: undefined, key: inEnvironment },
])('is from $from', ({ file, key }) => {
  expect(publicKeyOf(signingKey(file, { cwd, env })!)).toBe(key.publicKey);
});

it('is none when nobody gave one', () => {
  for (const empty of [{}, { MFE_SIGNING_KEY: '' }])
    expect(signingKey(undefined, { cwd, env: empty })).toBeUndefined();
});

it('names the file that cannot be read, and refuses what is no key', () => {
  expect(() => signingKey('none.key', { cwd, env })).toThrow('none.key cannot be read');
  expect(() => signingKey(undefined, { cwd, env: { MFE_SIGNING_KEY: 'x' } })).toThrow(
    expect.objectContaining({ code: 'PACK_KEY_INVALID' }),
  );
});
