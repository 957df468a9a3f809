import { describe, expect, it } from 'vitest';
import {
  chooseEncoding,
  type Coding,
  CODINGS,
  type ErrorFormat,
  etagMatches,
  wantsJson,
} from '../../../src/serving/responses/negotiate.ts';

describe('chooseEncoding', () => {
  it.each<[header: string | undefined, available: readonly Coding[], chosen: string]>([
    [undefined, CODINGS, 'identity'],
    ['gzip, deflate, br, zstd', CODINGS, 'br'],
    ['x-gzip', CODINGS, 'gzip'],
    ['br', ['gzip'], 'identity'],
    ['br;q=0.5, gzip;q=0.8', CODINGS, 'gzip'],
    ['*', CODINGS, 'br'],
    ['br;q=0, *', CODINGS, 'gzip'],
    ['br;q=0, gzip;q=0', CODINGS, 'identity'],
    ['*;q=0', CODINGS, 'identity'],
    ['identity;q=0', CODINGS, 'identity'],
    ['identity;q=0.5, br;q=0.5', CODINGS, 'br'],
  ])('chooses for %j of %j: %s', (header, available, chosen) => {
    expect(chooseEncoding(header, available)).toBe(chosen);
  });
});

describe('etagMatches', () => {
  it.each([
    [undefined, '"a"', false],
    ['"a"', '"a"', true],
    ['W/"a"', '"a"', true],
    ['"a"', 'W/"a"', true],
    ['"b"', '"a"', false],
    ['"b",W/"a"', '"a"', true],
    ['*', '"a"', true],
    [' * ', '"a"', true],
    ['a', '"a"', false],
    ['"a,b"', '"a,b"', true],
    ['"a,b"', '"a"', false],
    ['"A"', '"a"', false],
  ])('compares %j with %j: %j', (header, etag, matches) => {
    expect(etagMatches(header, etag)).toBe(matches);
  });
});

describe('wantsJson', () => {
  it.each<[string, Record<string, string>, ErrorFormat | undefined, boolean]>([
    ['a browser', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, undefined, false],
    ['a browser at the address of a call', { accept: 'text/html,*/*' }, 'json', true],
    ['a browser on a preview', { accept: 'text/html,*/*' }, 'json-unless-html', false],
    ['a program on a preview', { accept: '*/*' }, 'json-unless-html', true],
    ['a program that accepts JSON', { accept: 'application/json' }, undefined, true],
    ['a program that accepts problem details', { accept: 'application/problem+json' }, undefined, true],
    ['a program that refuses HTML', { accept: 'application/json, text/html;q=0' }, undefined, true],
    ['a program that accepts both', { accept: 'application/json, text/html' }, undefined, false],
    ['fetch without a preference', { 'sec-fetch-mode': 'cors', accept: '*/*' }, undefined, false],
    ['the address of a call', {}, 'json', true],
    ['a request without headers', {}, undefined, false],
  ])('decides for %s', (_, headers, format, json) => {
    expect(wantsJson(headers, format)).toBe(json);
  });
});
