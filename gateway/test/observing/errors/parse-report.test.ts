import { REPORT_LIMITS } from '@voltframe/kit/contract/reports/view-report';
import { expect, test } from 'vitest';
import { browserFamily, parseReport } from '../../../src/observing/errors/parse-report.ts';

const error = { kind: 'event', route: 'docs.home', app: 'docs', message: 'boom', times: 1 };
const vitals = { route: 'docs.home', lcp: 1200, cls: 0.01, navigations: [{ route: 'docs.home', ms: 80 }] };
const report = (more: object = {}) => ({
  version: 2,
  composition: 'a'.repeat(32),
  device: 'small',
  errors: [error],
  vitals,
  ...more,
});

test('reads a report of the shell', () => {
  expect(parseReport(JSON.stringify(report()))).toEqual({ ok: true, report: report() });
  expect(parseReport(JSON.stringify(report({ errors: undefined }))).ok).toBe(true);
  expect(parseReport(JSON.stringify(report({ vitals: undefined }))).ok).toBe(true);
});

test.each<[string, unknown]>([
  ['the earlier format', { composition: 'a'.repeat(32), app: 'docs', kind: 'hydration' }],
  ['another version', report({ version: 3 })],
  ['neither errors nor vitals', report({ errors: undefined, vitals: undefined })],
  ['an empty list of errors', report({ errors: [] })],
  ['an unknown field', report({ address: '/search?q=secret' })],
  ['an unknown field of an error', report({ errors: [{ ...error, url: '/x' }] })],
  ['a malformed composition id', report({ composition: '../x' })],
  ['an invalid name of an app', report({ errors: [{ ...error, app: '__proto__' }] })],
  ['an unknown kind', report({ errors: [{ ...error, kind: 'loader' }] })],
  ['too many errors', report({ errors: Array.from({ length: 11 }, () => error) })],
  ['too long a message', report({ errors: [{ ...error, message: 'x'.repeat(REPORT_LIMITS.message + 1) }] })],
  ['too long a stack', report({ errors: [{ ...error, stack: 'x'.repeat(REPORT_LIMITS.stack + 1) }] })],
  ['zero times', report({ errors: [{ ...error, times: 0 }] })],
  ['too many times', report({ errors: [{ ...error, times: 1e9 }] })],
  ['a fraction of times', report({ errors: [{ ...error, times: 1.5 }] })],
  ['a negative figure', report({ vitals: { ...vitals, lcp: -1 } })],
  ['a figure out of range', report({ vitals: { ...vitals, lcp: 1e308 } })],
  ['a figure that is a text', report({ vitals: { ...vitals, lcp: '1' } })],
  [
    'too many navigations',
    report({ vitals: { ...vitals, navigations: Array.from({ length: 21 }, () => ({ route: 'x', ms: 1 })) } }),
  ],
])('refuses a report with %s', (_, body) => {
  const parsed = parseReport(JSON.stringify(body));
  expect(parsed.ok).toBe(false);
  expect((parsed as { reason: string }).reason.length).toBeLessThan(700);
});

test.each([
  ['a number', 7],
  ['undefined', undefined],
  ['invalid JSON', '{"version":2,'],
  ['a list', '[{"version":2}]'],
  ['JSON of 8,000 levels', `{"version":2,"a":${'['.repeat(8_000)}`],
])('refuses %s', (_, body) => {
  expect(parseReport(body).ok).toBe(false);
});

test.each([
  [
    'chromium',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  ],
  [
    'chromium',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  ],
  ['firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'],
  [
    'safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  ],
  ['other', 'curl/8.0'],
  ['other', undefined],
  ['other', 'x'.repeat(10_000_000)],
])('reads the browser family %s', (family, userAgent) => {
  expect(browserFamily(userAgent)).toBe(family);
});
