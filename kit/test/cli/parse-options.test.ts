import { describe, expect, it } from 'vitest';
import { parseCount, parseOptions, sinceTime, signingKey } from '../../src/cli/parse-options.ts';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSigningPair, publicKeyOf } from '@voltframe/kit/packaging/signing-key';
import { temporaryFolder } from '../temporary-folders.ts';

const shape = {
  command: 'pin',
  positionals: ['app', 'release?'],
  options: { yes: { type: 'boolean' } },
} as const;
const parse = (...args: string[]) => parseOptions(args, { ...shape, positionals: [...shape.positionals] });

describe('parseOptions', () => {
  it('reads the options of the command, and --json for every command', () => {
    const { values, positionals } = parse('legal', '--yes', '--json', 'abc');
    expect({ ...values, positionals }).toEqual({ yes: true, json: true, positionals: ['legal', 'abc'] });
  });

  it('reads any number of repeated positionals', () => {
    const { positionals } = parseOptions(['a', 'b', 'c'], { command: 'publish', positionals: ['folder…'] });
    expect(positionals).toEqual(['a', 'b', 'c']);
  });

  it.each([
    [[], 'app is missing'],
    [['a', 'b', 'c'], "'c' is one argument too many"],
    [['a', '--colour'], "Unknown option '--colour'"],
    [['a', '--yes=no'], "Option '--yes' does not take an argument"],
  ])('rejects %j', (args, reason) => {
    const refused = expect.objectContaining({ code: 'CLI_USAGE', message: expect.stringContaining(reason) });
    expect(() => parse(...args)).toThrow(refused);
  });
});

describe('parseCount', () => {
  it('reads a number above 0, or undefined', () => {
    expect([parseCount('key', 'days', '30'), parseCount('key', 'days', undefined)]).toEqual([30, undefined]);
  });

  it.each(['0', '-1', '1.5', '1e3', ' 1', '1000000', 'all'])('rejects %j', (text) => {
    expect(() => parseCount('key', 'days', text)).toThrow(`--days '${text}' is not a number above 0`);
  });
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
  expect(new Date(sinceTime('errors', text, NOW)!).toISOString()).toBe(time);
});

it('returns undefined without --since', () => {
  expect(sinceTime('errors', undefined, NOW)).toBeUndefined();
});

it.each(['', '2', '2 h', 'h', '-2h', '1e3h', '2026-13-01', '2026-11-01T10:30', 'now'])(
  'rejects --since "%s"',
  (text) => {
    expect(() => sinceTime('errors', text, NOW)).toThrow(/neither a time ago/);
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

it('returns undefined without a signing key', () => {
  for (const empty of [{}, { MFE_SIGNING_KEY: '' }])
    expect(signingKey(undefined, { cwd, env: empty })).toBeUndefined();
});

it('names a key file that cannot be read, and rejects an invalid key', () => {
  expect(() => signingKey('none.key', { cwd, env })).toThrow('none.key cannot be read');
  expect(() => signingKey(undefined, { cwd, env: { MFE_SIGNING_KEY: 'x' } })).toThrow(
    expect.objectContaining({ code: 'PACK_KEY_INVALID' }),
  );
});
