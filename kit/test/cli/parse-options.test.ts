import { describe, expect, it } from 'vitest';
import { parseCount, parseOptions } from '../../src/cli/parse-options.ts';

const shape = {
  command: 'pin',
  positionals: ['app', 'release?'],
  options: { yes: { type: 'boolean' } },
} as const;
const parse = (...args: string[]) => parseOptions(args, { ...shape, positionals: [...shape.positionals] });

describe('parseOptions', () => {
  it('reads what the command knows, and --json for every command', () => {
    const { values, positionals } = parse('legal', '--yes', '--json', 'abc');
    expect({ ...values, positionals }).toEqual({ yes: true, json: true, positionals: ['legal', 'abc'] });
  });

  it('takes any number where the last may be repeated', () => {
    const { positionals } = parseOptions(['a', 'b', 'c'], { command: 'publish', positionals: ['folder…'] });
    expect(positionals).toEqual(['a', 'b', 'c']);
  });

  it.each([
    [[], 'app is missing'],
    [['a', 'b', 'c'], "'c' is one argument too many"],
    [['a', '--colour'], "Unknown option '--colour'"],
    [['a', '--yes=no'], "Option '--yes' does not take an argument"],
  ])('refuses %j', (args, reason) => {
    const refused = expect.objectContaining({ code: 'CLI_USAGE', message: expect.stringContaining(reason) });
    expect(() => parse(...args)).toThrow(refused);
  });
});

describe('parseCount', () => {
  it('reads a number above 0, or none', () => {
    expect([parseCount('key', 'days', '30'), parseCount('key', 'days', undefined)]).toEqual([30, undefined]);
  });

  it.each(['0', '-1', '1.5', '1e3', ' 1', '1000000', 'all'])('refuses %j', (text) => {
    expect(() => parseCount('key', 'days', text)).toThrow(`--days '${text}' is not a number above 0`);
  });
});
