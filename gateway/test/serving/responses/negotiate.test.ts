import { describe, expect, it } from 'vitest';
import {
  chooseEncoding,
  type Coding,
  CODINGS,
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
  it.each([
    ['a browser', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, '/x', false],
    ['a browser on an API path', { accept: 'text/html,*/*' }, '/api/contact', true],
    ['a browser on a preview', { accept: 'text/html,*/*' }, '/-/preview/x', false],
    ['a program on a preview', { accept: '*/*' }, '/-/preview/x', true],
    ['a program that accepts JSON', { accept: 'application/json' }, '/x', true],
    ['a program that accepts problem details', { accept: 'application/problem+json' }, '/x', true],
    ['a program that refuses HTML', { accept: 'application/json, text/html;q=0' }, '/x', true],
    ['a program that accepts both', { accept: 'application/json, text/html' }, '/x', false],
    ['fetch without a preference', { 'sec-fetch-mode': 'cors', accept: '*/*' }, '/x', false],
    ['an API path', {}, '/api/contact', true],
    ['an operations path', {}, '/-/ready', true],
    ['a JSON file', {}, '/builds/latest.json', true],
    ['a request without headers', {}, '/x', false],
    ['a similar path', {}, '/apiary', false],
  ])('decides for %s', (_, headers, path, json) => {
    expect(wantsJson(headers, path)).toBe(json);
  });
});
