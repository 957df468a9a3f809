import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FormContract } from '@voltframe/kit/contract/forms/form-contract';
import { contact } from '@voltframe/kit/testing/sample-forms';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startSchedule } from '../../src/enquiries/delivery/schedule.ts';
import { secretInFolder } from '../../src/secrets/secret-in-folder.ts';
import type { SenderLog } from '../../src/enquiries/delivery/sender.ts';
import { parseEnquirySettings } from '../../src/enquiries/settings.ts';
import { buildTestApp, ENQUIRY, openTestEnquiries, scripted, testClock } from './test-app.ts';

const DAY = 86_400_000;

describe('a form of which there is a newer version', () => {
  const [name, ...others] = contact.fields;
  const next: FormContract = {
    ...contact,
    version: 2,
    fields: [{ ...name!, name: 'fullName', formerly: ['name'] }, ...others],
  };
  const forms = [next, contact];

  test.each([
    ['the new page', { contract: 'contact@2', fullName: 'Ada', name: undefined }, 200],
    ['a page from before', { contract: 'contact@1', name: 'Ada' }, 200],
    ['a page that does not say', { contract: undefined, fullName: 'Ada' }, 200],
    ['a page older than that', { contract: 'contact@0' }, 409],
  ])('takes the post of %s', async (_, values, status) => {
    const { app, enquiries } = await buildTestApp({ forms });
    const response = await app.inject({ method: 'POST', url: '/api/contact', payload: scripted(values) });
    expect(response.statusCode).toBe(status);
    const [entry] = await enquiries.entries.list();
    if (status === 200) {
      expect(entry!.version).toBe(2);
      expect(JSON.parse(entry!.data)).toMatchObject({ fullName: 'Ada', topic: 'robotics' });
    } else expect(entry).toBeUndefined();
  });
});

describe('retention', () => {
  test('erases entries, held ones and unasked-for subscriptions when their time has come', async () => {
    const clock = testClock();
    const { app, enquiries } = await buildTestApp({ clock, settings: { retentionDays: 90 } });
    const post = (values: Record<string, unknown>) =>
      app.inject({ method: 'POST', url: '/api/contact', payload: scripted(values) });
    await post({});
    await post({ website: 'x' });
    await app.inject({
      method: 'POST',
      url: '/api/subscribe',
      payload: { email: 'ada@example.com', elapsedMs: 900 },
    });
    clock.pass(13 * DAY);
    expect(await enquiries.tidy()).toMatchObject({ enquiries: 0, subscriptions: 0 });
    clock.pass(2 * DAY);
    expect(await enquiries.tidy()).toMatchObject({ enquiries: 0, subscriptions: 1 });
    clock.pass(16 * DAY);
    expect(await enquiries.tidy()).toMatchObject({ enquiries: 1 });
    expect(await enquiries.entries.list()).toMatchObject([{ state: 'kept' }]);
    clock.pass(60 * DAY);
    await enquiries.tidy();
    expect(await enquiries.entries.list()).toEqual([]);
    expect(await enquiries.outbox.depth()).toEqual([]);
  });

  test('of 0 days erases no entry', async () => {
    const clock = testClock();
    const { app, enquiries } = await buildTestApp({ clock, settings: { retentionDays: 0 } });
    await app.inject({ method: 'POST', url: '/api/contact', payload: scripted() });
    clock.pass(10_000 * DAY);
    await enquiries.tidy();
    expect(await enquiries.entries.list()).toHaveLength(1);
  });
});

describe('a secret', () => {
  test('is made once, for nobody else to read, and stays', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const first = secretInFolder(folder, 'links');
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(secretInFolder(folder, 'links')).toBe(first);
    const file = path.join(folder, 'secrets', 'links');
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(file))).toEqual(['links']);
  });

  test('survives a restart, so that links stay good', async () => {
    const { enquiries } = await openTestEnquiries();
    expect(enquiries.secret).toMatch(/^[\w-]{43}$/);
  });
});

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

describe('the schedule', () => {
  test('delivers when woken, once at a time, and survives a failure', async () => {
    const log = { warn: vi.fn<SenderLog['warn']>(), error: vi.fn<SenderLog['error']>() };
    const deliverDue = vi
      .fn<() => Promise<number>>()
      .mockRejectedValueOnce(new Error('secret text'))
      .mockResolvedValue(0);
    const schedule = startSchedule(
      {
        deliverDue,
        tidy: async () => ({ enquiries: 0, subscriptions: 0, files: [] }),
        stopDelivery: vi.fn<() => void>(),
      },
      log,
    );
    schedule.wake();
    schedule.wake();
    schedule.wake();
    await vi.waitFor(() => expect(deliverDue).toHaveBeenCalledTimes(2));
    await schedule.stop();
    schedule.wake();
    expect(deliverDue).toHaveBeenCalledTimes(2);
    expect(log.error).toHaveBeenCalledOnce();
    expect(JSON.stringify(log.error.mock.calls)).not.toContain('secret text');
  });
});

test('what was kept is still there when the database is opened again', async () => {
  const { app, enquiries } = await buildTestApp();
  await app.inject({ method: 'POST', url: '/api/contact', payload: scripted() });
  const [entry] = await enquiries.entries.list();
  expect(JSON.parse((await enquiries.entries.get(entry!.id))!.data)).toEqual(ENQUIRY);
});
