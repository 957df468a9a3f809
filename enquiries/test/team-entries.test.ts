import { contact, subscribe } from '@voltframe/kit/testing/sample-forms';
import { expect, test } from 'vitest';
import { buildTestApp, ENQUIRY, entryRow, post, scripted, type TestApp, testClock } from './test-app.ts';

const ofBlog = { forms: [{ ...contact, app: 'blog' }] };

/** Receivers of the entries of one app each, named `{app}1`, `{app}2`. */
const receivers = (...names: string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        url: 'https://hooks.test/',
        secret: 's'.repeat(32),
        apps: [name.slice(0, -1)],
        events: ['form-entry' as const],
        private: false,
      },
    ]),
  );

const waiting = async ({ outbox }: TestApp) => (await outbox.depth()).map(({ channel }) => channel);
const inbox = ({ enquiries }: TestApp, app = 'blog') => enquiries.ofTeams.list(app, 20).then((page) => page!);

test('sends an entry to the receivers of its app, and erases it with its waiting deliveries', async () => {
  const site = await buildTestApp({ ...ofBlog, receivers: receivers('blog1', 'blog2', 'docs1') });
  await post(site.app, scripted());
  expect(await waiting(site)).toEqual(['event:blog1', 'event:blog2', 'none']);
  expect((await inbox(site, 'docs')).entries).toEqual([]);
  const { entries } = await inbox(site);
  expect(entries).toMatchObject([{ contract: 'contact@1', values: ENQUIRY }]);
  await site.enquiries.erase({ email: 'ada@example.com' });
  expect([await waiting(site), (await inbox(site)).entries]).toEqual([[], []]);
  expect(await site.enquiries.ofTeams.entryOf(entries[0]!.id)).toBeUndefined();
});

test('sends a repeated post once, and a subscription to no team', async () => {
  const site = await buildTestApp({
    forms: [...ofBlog.forms, { ...subscribe, app: 'blog' }],
    receivers: receivers('blog1'),
  });
  const payload = scripted();
  await post(site.app, payload);
  await post(site.app, payload);
  await post(site.app, { email: 'a@example.com', elapsedMs: 900 }, { url: '/api/subscribe' });
  expect((await site.outbox.depth(['event:blog1'])).map(({ waiting: count }) => count)).toEqual([1]);
});

test('sends an entry of a form without a single app only to the owner', async () => {
  const site = await buildTestApp({ receivers: receivers('blog1') });
  await post(site.app, scripted());
  expect(await waiting(site)).toEqual(['none']);
  const [row] = await site.enquiries.entries.list();
  expect([row!.app, await site.enquiries.ofTeams.entryOf(row!.id)]).toEqual([null, undefined]);
});

test('sends an entry with a filled honeypot to the team after its release', async () => {
  const site = await buildTestApp({ ...ofBlog, receivers: receivers('blog1') });
  await post(site.app, scripted({ website: 'x' }));
  expect([await waiting(site), (await inbox(site)).entries]).toEqual([[], []]);
  const [row] = await site.enquiries.entries.list();
  await site.enquiries.entries.release(row!.id, [], site.clock.now());
  expect(await waiting(site)).toEqual(['event:blog1', 'none']);
  expect((await inbox(site)).entries).toHaveLength(1);
});

test('returns an entry with its app for receivers', async () => {
  const site = await buildTestApp(ofBlog);
  await post(site.app, scripted());
  const [row] = await site.enquiries.entries.list();
  expect(await site.enquiries.ofTeams.entryOf(row!.id)).toEqual({
    app: 'blog',
    entry: {
      id: row!.id,
      contract: 'contact@1',
      receivedAt: '2026-11-21T10:00:00.000Z',
      values: ENQUIRY,
    },
  });
});

test('lists each entry on one page, with pages bounded by number and size', async () => {
  const clock = testClock();
  const site = await buildTestApp({ ...ofBlog, clock });
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
    // Three entries have the same time.
    if (id > 'c') clock.pass(1);
    const entry = entryRow({ id, app: 'blog', created_at: clock.now() }, { message: 'x'.repeat(100_000) });
    await site.enquiries.entries.keep(entry, { hash: id, windowMs: 1 }, []);
  }
  const pages: string[] = [];
  let before: string | undefined;
  do {
    const page = (await site.enquiries.ofTeams.list('blog', pages.length === 1 ? 1 : 100, before))!;
    pages.push(page.entries.map(({ id }) => id).join(''));
    before = page.next;
  } while (before !== undefined);
  expect(pages).toEqual(['gfe', 'd', 'cba']);
});

test('sends 500 entries of an app within 24 hours, and stores further ones', async () => {
  const clock = testClock();
  const site = await buildTestApp({ ...ofBlog, clock, receivers: receivers('blog1') });
  await post(site.app, scripted());
  const [row] = await site.enquiries.entries.list();
  const rows = Array.from({ length: 498 }, (_, index) => ({ ...row, id: `r${index}` }));
  const { db } = site.enquiries.ports;
  for (let start = 0; start < rows.length; start += 50)
    await db
      .insertInto('enquiry')
      .values(rows.slice(start, start + 50))
      .execute();
  const sent = async (message: string) => {
    await post(site.app, scripted({ message }));
    return (await site.outbox.depth(['event:blog1']))[0]!.waiting;
  };
  expect([await sent('the 500th'), await sent('the 501st')]).toEqual([2, 2]);
  clock.pass(86_400_001);
  expect(await sent('a day later')).toBe(3);
  expect((await inbox(site)).entries).toHaveLength(20);
});

test('lists nothing after an invalid position', async () => {
  const { enquiries } = await buildTestApp(ofBlog);
  for (const text of ['', '1', '.a', '1.', "1.a'", '1.a.b', `${'9'.repeat(16)}.a`, `1.${'a'.repeat(41)}`])
    expect([text, await enquiries.ofTeams.list('blog', 20, text)]).toEqual([text, undefined]);
});
