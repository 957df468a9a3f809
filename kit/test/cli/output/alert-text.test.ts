import type { Alert } from '@voltframe/kit/contract/operations/alert';
import type { AppStatus } from '@voltframe/kit/contract/operations/site-status';
import { expect, it } from 'vitest';
import { alertText, errorsCell } from '../../../src/cli/output/alert-text.ts';

const NOW = 10 * 3_600_000;
const alert = (number: number, changed: Partial<Alert> = {}): Alert => ({
  id: `a${number}`,
  app: 'blog',
  rule: 'error-rate',
  at: NOW - number * 240_000,
  summary: `blog has more errors: ${number}`,
  release: 'a'.repeat(64),
  ...changed,
});
const app = (changed: Partial<AppStatus>) => ({ app: 'blog', ...changed }) as AppStatus;

it('says what teams were told, and what shows more', () => {
  const error = { id: '7k2m9x1q' } as NonNullable<Alert['error']>;
  const alerts = [alert(1, { rule: 'new-error', error, summary: 'a new\n\u001b[31m error' }), alert(2)];
  expect(alertText({ apps: [app({ alerts }), app({ app: 'legal' })] }, NOW)).toEqual([
    'ALERT a new [31m error (4 min ago): mfe errors 7k2m9x1q',
    'ALERT blog has more errors: 2 (8 min ago)',
  ]);
});

it('says of many how many more there are', () => {
  const alerts = [1, 2, 3, 4, 5].map((number) => alert(number));
  expect(alertText({ apps: [app({ alerts })] }, NOW).slice(2)).toEqual([
    'ALERT blog has more errors: 3 (12 min ago)',
    'ALERT 2 more of blog: mfe errors blog',
  ]);
});

it('says whose receiver does not take them', () => {
  const failing = { channel: 'webhook' as const, waiting: 3, since: NOW - 2 * 3_600_000, error: 'HTTP 503' };
  const undelivered = [failing, { ...failing, channel: 'mail' as const, waiting: 1, error: 'SMTP 550' }];
  expect(alertText({ apps: [app({ undelivered })] }, NOW)).toEqual([
    'ALERT the webhook of blog has not taken 3 alerts (the first 2 h ago): HTTP 503',
    'ALERT the mail of blog has not taken an alert (the first 2 h ago): SMTP 550',
  ]);
});

it('counts the errors since an hour', () => {
  expect(errorsCell(app({ errors: { times: 12, sinceMs: NOW } }))).toBe('12 since 10:00Z');
  expect(errorsCell(app({}))).toBeUndefined();
});
