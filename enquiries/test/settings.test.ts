import { describe, expect, test } from 'vitest';
import { parseEnquirySettings } from '../src/settings.ts';

describe('settings', () => {
  test('may all be absent', () => {
    expect(parseEnquirySettings({})).toEqual({
      ok: true,
      settings: {
        mail: undefined,
        webhook: undefined,
        secret: undefined,
        retentionDays: 365,
        filesBytes: 2048 * 1024 * 1024,
        limits: { perAddressPer10Minutes: 20, totalPerMinute: 300 },
      },
    });
  });

  test.each([
    [{ SMTP_URL: 'smtp://mail.test' }, ['MAIL_FROM', 'MAIL_TO']],
    [{ SMTP_URL: 'https://mail.test', MAIL_FROM: 'a@b.test', MAIL_TO: 'a@b.test' }, ['SMTP_URL']],
    [{ WEBHOOK_URL: 'file:///etc/passwd' }, ['WEBHOOK_URL']],
    [{ WEBHOOK_SECRET: 'short', ENQUIRY_SECRET: 'short' }, ['WEBHOOK_SECRET', 'ENQUIRY_SECRET']],
    [
      { ENQUIRY_RETENTION_DAYS: '-1', ENQUIRY_LIMIT_TOTAL: 'many' },
      ['ENQUIRY_RETENTION_DAYS', 'ENQUIRY_LIMIT_TOTAL'],
    ],
  ])('%j names what is wrong, not the value', (env, names) => {
    const parsed = parseEnquirySettings(env);
    expect(parsed.ok ? [] : parsed.issues.map((issue) => issue.split(':')[0])).toEqual(names);
  });
});
