import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createSigningPair, publicKeyOf } from '@voltframe/kit/packaging/release-signature';
import { parseCount, parseSince, signingKey, untilAborted } from '../../src/cli/command.ts';
import { temporaryFolder } from '../temporary-folders.ts';

it.each(['0', '-1', '1.5', '1e3', ' 1', '1000000', 'all'])('rejects the count %j', (text) => {
  expect(() => parseCount(text)).toThrow('It is not a number above 0.');
});

const NOW = Date.parse('2026-11-22T12:00:00Z');

it.each([
  ['30m', '2026-11-22T11:30:00.000Z'],
  ['2h', '2026-11-22T10:00:00.000Z'],
  ['7d', '2026-11-15T12:00:00.000Z'],
  ['99999d', '1970-01-01T00:00:00.000Z'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T10:30Z', '2026-11-01T10:30:00.000Z'],
])('reads --since %s as %s', (text, time) => {
  expect(new Date(parseSince(text, NOW)).toISOString()).toBe(time);
});

it.each(['', '2', '2 h', 'h', '-2h', '1e3h', '2026-13-01', '2026-11-01T10:30', 'now'])(
  'rejects --since "%s"',
  (text) => {
    expect(() => parseSince(text, NOW)).toThrow(/neither a time ago/);
  },
);

const cwd = temporaryFolder();
const [inFile, inEnvironment] = [createSigningPair(), createSigningPair()];
writeFileSync(path.join(cwd, 'legal.key'), inFile.privateKey);
const env = { MFE_SIGNING_KEY: inEnvironment.privateKey };

it.each([
  { from: 'the file of --key, before the environment', file: 'legal.key', key: inFile },
  { from: 'the environment', file: undefined, key: inEnvironment },
])('reads the signing key from $from', ({ file, key }) => {
  expect(publicKeyOf(signingKey(file, { cwd, env })!)).toBe(key.publicKey);
});

it('resolves when the signal aborts, and immediately when it is aborted already', async () => {
  const ending = new AbortController();
  let ended = false;
  const waiting = untilAborted(ending.signal).then(() => (ended = true));
  await Promise.resolve();
  expect(ended).toBe(false);
  ending.abort();
  await waiting;
  expect(ended).toBe(true);
  await untilAborted(ending.signal);
});
