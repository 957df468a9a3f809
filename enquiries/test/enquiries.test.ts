import { contact } from '@voltframe/kit/testing/sample-forms';
import { describe, expect, test } from 'vitest';
import { buildTestApp, scripted, testClock, post } from './test-app.ts';

const DAY = 86_400_000;

test('a post of an earlier version is stored under the names of the newest one', async () => {
  const [name, ...others] = contact.fields;
  const fields = [{ ...name!, name: 'fullName', formerly: ['name'] }, ...others];
  const { app, enquiries } = await buildTestApp({ forms: [{ ...contact, version: 2, fields }, contact] });
  for (const values of [
    { contract: 'contact@1', name: 'Ada' },
    { contract: undefined, fullName: 'Ada' },
  ])
    expect((await post(app, scripted(values))).statusCode).toBe(200);
  const stored = (await enquiries.entries.list()).map(({ version, data }) => [version, JSON.parse(data)]);
  const entry = [2, expect.objectContaining({ fullName: 'Ada', topic: 'robotics' })];
  expect(stored).toEqual([entry, entry]);
});

test('a post of an unknown version is refused, and not stored', async () => {
  const { app, enquiries } = await buildTestApp({ forms: [{ ...contact, version: 2 }, contact] });
  expect((await post(app, scripted({ contract: 'contact@0' }))).statusCode).toBe(409);
  expect(await enquiries.entries.list()).toEqual([]);
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
