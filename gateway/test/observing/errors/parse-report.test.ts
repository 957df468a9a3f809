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

test('what the shell writes is read as it is', () => {
  expect(parseReport(JSON.stringify(report()))).toEqual({ ok: true, report: report() });
  expect(parseReport(JSON.stringify(report({ errors: undefined }))).ok).toBe(true);
  expect(parseReport(JSON.stringify(report({ vitals: undefined }))).ok).toBe(true);
});

test.each<[string, unknown]>([
  ['the format before', { composition: 'a'.repeat(32), app: 'docs', kind: 'hydration' }],
  ['another version', report({ version: 3 })],
  ['nothing in it', report({ errors: undefined, vitals: undefined })],
  ['no errors in it', report({ errors: [] })],
  ['an unknown field', report({ address: '/search?q=secret' })],
  ['an unknown field of an error', report({ errors: [{ ...error, url: '/x' }] })],
  ['a composition of another form', report({ composition: '../x' })],
  ['a name that no app has', report({ errors: [{ ...error, app: '__proto__' }] })],
  ['an unknown kind', report({ errors: [{ ...error, kind: 'loader' }] })],
  ['too many errors', report({ errors: Array.from({ length: 11 }, () => error) })],
  ['too long a message', report({ errors: [{ ...error, message: 'x'.repeat(REPORT_LIMITS.message + 1) }] })],
  ['too long a stack', report({ errors: [{ ...error, stack: 'x'.repeat(REPORT_LIMITS.stack + 1) }] })],
  ['none of the times', report({ errors: [{ ...error, times: 0 }] })],
  ['more times than may be', report({ errors: [{ ...error, times: 1e9 }] })],
  ['half a time', report({ errors: [{ ...error, times: 1.5 }] })],
  ['a negative figure', report({ vitals: { ...vitals, lcp: -1 } })],
  ['an absurd figure', report({ vitals: { ...vitals, lcp: 1e308 } })],
  ['a figure that is a text', report({ vitals: { ...vitals, lcp: '1' } })],
  [
    'too many navigations',
    report({ vitals: { ...vitals, navigations: Array.from({ length: 21 }, () => ({ route: 'x', ms: 1 })) } }),
  ],
])('a report with %s is refused', (_, body) => {
  const parsed = parseReport(JSON.stringify(body));
  expect(parsed.ok).toBe(false);
  expect((parsed as { reason: string }).reason.length).toBeLessThan(700);
});

test.each([
  ['no text', 7],
  ['none', undefined],
  ['no JSON', '{"version":2,'],
  ['a list', '[{"version":2}]'],
  ['nested without end', `{"version":2,"a":${'['.repeat(8_000)}`],
])('%s is no report', (_, body) => {
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
])('of %s', (family, userAgent) => {
  expect(browserFamily(userAgent)).toBe(family);
});
