import type { FormContract } from '@voltframe/kit/contract/forms/form-contract';
import { contact } from '@voltframe/kit/testing/sample-forms';
import { describe, expect, test } from 'vitest';
import { buildTestApp, scripted, testClock, post } from './test-app.ts';

const DAY = 86_400_000;

describe('a form with a newer version', () => {
  const [name, ...others] = contact.fields;
  const next: FormContract = {
    ...contact,
    version: 2,
    fields: [{ ...name!, name: 'fullName', formerly: ['name'] }, ...others],
  };
  const forms = [next, contact];

  test.each([
    ['the new page', { contract: 'contact@2', fullName: 'Ada', name: undefined }, 200],
    ['a page of the previous version', { contract: 'contact@1', name: 'Ada' }, 200],
    ['a page without a version', { contract: undefined, fullName: 'Ada' }, 200],
    ['a page of an unknown version', { contract: 'contact@0' }, 409],
  ])('answers the post of %s', async (_, values, status) => {
    const { app, enquiries } = await buildTestApp({ forms });
    const response = await post(app, scripted(values));
    expect(response.statusCode).toBe(status);
    const [entry] = await enquiries.entries.list();
    if (status === 200) {
      expect(entry!.version).toBe(2);
      expect(JSON.parse(entry!.data)).toMatchObject({ fullName: 'Ada', topic: 'robotics' });
    } else expect(entry).toBeUndefined();
  });
});

describe('retention', () => {
  test('erases entries, held entries and unconfirmed subscriptions after their periods', async () => {
    const clock = testClock();
    const { app, enquiries, outbox } = await buildTestApp({ clock, settings: { retentionDays: 90 } });
    const send = (values: Record<string, unknown>) => post(app, scripted(values));
    await send({});
    await send({ website: 'x' });
    await post(app, { email: 'ada@example.com', elapsedMs: 900 }, { url: '/api/subscribe' });
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
    expect(await outbox.depth()).toEqual([]);
  });

  test('of 0 days erases no entry', async () => {
    const clock = testClock();
    const { app, enquiries } = await buildTestApp({ clock, settings: { retentionDays: 0 } });
    await post(app, scripted());
    clock.pass(10_000 * DAY);
    await enquiries.tidy();
    expect(await enquiries.entries.list()).toHaveLength(1);
  });
});
