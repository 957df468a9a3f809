import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { contact } from '@voltframe/kit/testing/sample-forms';
import { describe, expect, test } from 'vitest';
import { runInbox, toCsv, toJson } from '../src/inbox.ts';
import { withServer } from '../../gateway/test/fixtures/test-database.ts';
import type { TakenForm } from '../src/ports.ts';
import { buildTestApp, ENQUIRY, entryRow, multipart, PDF, post, scripted, type TestApp } from './test-app.ts';

async function inbox(
  { enquiries }: TestApp,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const lines: Record<'out' | 'err', string[]> = { out: [], err: [] };
  const code = await runInbox(args, enquiries, {
    out: (line) => void lines.out.push(line),
    err: (line) => void lines.err.push(line),
    bytes: (content) => void lines.out.push(content.toString('latin1')),
  });
  return { code, out: lines.out.join('\n'), err: lines.err.join('\n') };
}

async function filled(): Promise<TestApp> {
  const site = await buildTestApp();
  await post(site.app, scripted());
  await post(site.app, scripted({ email: 'grace@example.com', name: 'Grace', website: 'held' }));
  await post(site.app, { email: 'ada@example.com', elapsedMs: 900 }, { url: '/api/subscribe' });
  const cv = multipart({ ...ENQUIRY, role: 'engineer', elapsedMs: '5000', cv: PDF });
  const headers = { ...cv.headers, accept: 'application/json' };
  await post(site.app, cv.payload, { url: '/api/applications', headers });
  return site;
}

describe('npm run inbox', () => {
  test('lists entries and waiting deliveries', async () => {
    const site = await filled();
    const { code, out } = await inbox(site, 'list');
    expect(code).toBe(0);
    expect(out).toContain('robotics  Ada Lovelace <ada@example.com>');
    expect(out).toContain('contact HELD');
    expect(out).toContain('3 shown. 2 wait for a mail server (SMTP_URL)');
    expect((await inbox(site, 'list', '--held')).out).not.toContain('Ada');
    expect(JSON.parse((await inbox(site, 'list', '--json', '--form', 'application')).out)).toHaveLength(1);
  });

  test('shows an entry with its delivery and its file', async () => {
    const site = await filled();
    const [application] = await site.enquiries.entries.list({ form: 'application' });
    const { out } = await inbox(site, 'show', application!.id);
    expect(out).toContain('message: Could you build an engine?');
    expect(out).toContain('none: waits, 0 tries');
    expect((await inbox(site, 'cv', application!.id)).out).toBe(PDF.toString('latin1'));
  });

  test('erases an address from the database, the outbox and the files', async () => {
    const site = await filled();
    const [application] = await site.enquiries.entries.list({ form: 'application' });
    const unconfirmed = await inbox(site, 'erase', '--email', ' ADA@example.com');
    expect([unconfirmed.code, unconfirmed.err]).toEqual([1, expect.stringContaining('erases 2 entries')]);
    const { out } = await inbox(site, 'erase', '--email', ' ADA@example.com', '--yes');
    expect(out).toBe('Erased 2 entries, 1 files, 1 subscriptions.');
    expect((await site.enquiries.entries.list()).map((row) => row.email)).toEqual(['grace@example.com']);
    expect(await site.outbox.depth()).toEqual([]);
    await expect(site.enquiries.uploads.read(application!.file_name!)).rejects.toThrow(/ENOENT|no result/);
    if (withServer) return;
    // Nor in free pages of the database file.
    for (const file of ['site.db', 'site.db-wal']) {
      const full = path.join(site.dataDir, file);
      if (existsSync(full)) expect(readFileSync(full, 'latin1')).not.toMatch(/ada@example|Lovelace/);
    }
  });

  test('delivers a held entry after its release', async () => {
    const site = await filled();
    const [held] = await site.enquiries.entries.list({ state: 'held' });
    expect((await inbox(site, 'release', held!.id)).code).toBe(0);
    expect(await site.outbox.of(held!.id)).toHaveLength(1);
    expect((await inbox(site, 'release', held!.id)).code).toBe(1);
  });

  test('lists subscribers with their unsubscribe link', async () => {
    const [row] = JSON.parse((await inbox(await filled(), 'subscribers', '--json')).out);
    expect(row).toMatchObject({ email: 'ada@example.com', state: 'pending' });
    expect(row.unsubscribe).toMatch(/^https:\/\/voltframe\.test\/subscribe\/end\?token=/);
  });

  test.each([
    [['list'], 'Ada   <a@b.example>'],
    [['list', '--json'], 'Ada '],
    [['show', 'e1'], 'message: one\n two'],
    [['export'], '"one\n two"'],
    [['export', '--format', 'json'], 'Ada '],
  ])('%j writes no terminal escapes', async (args, shown) => {
    const attack = '\u001B[2J\u001B]0;owned\u0007\u202E\u009B\r';
    const data = JSON.stringify({ name: `Ada ${attack}`, message: `one\n${attack} two` });
    const row = { id: 'e1', created_at: 0, form: 'contact', state: 'new', email: 'a@b.example', data };
    const failed = { channel: 'smtp', attempts: 1, last_error: `550 ${attack}` };
    const enquiries = {
      entries: { get: async () => row, list: async () => [row] },
      ports: { outbox: { of: async () => [failed], depth: async () => [] }, record: async () => {} },
    };
    const { out } = await inbox({ enquiries } as unknown as TestApp, ...args);
    expect(out).toContain(shown);
    expect(out.replaceAll('\r\n', '\n')).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });

  test.each([
    [['nonsense'], 2, /no command nonsense/],
    [['list', '--nonsense'], 2, /--nonsense/],
    [['list', '--limit', 'x'], 2, /--limit/],
    [['export', '--format', 'xls'], 2, /--format/],
    [['erase'], 2, /--email/],
    [['show', 'x'], 1, /no such entry: x/],
    [['cv'], 1, /no such entry/],
    [['outbox'], 0, /^$/],
    [['deliver'], 0, /SMTP_URL is not set/],
    [['tidy'], 0, /^$/],
  ])('%j exits with %i', async (args, code, err) => {
    const result = await inbox(await buildTestApp(), ...args);
    expect(result.code).toBe(code);
    expect(result.err).toMatch(err);
  });

  test('exports all data of one address, ignoring case and spaces', async () => {
    const site = await filled();
    const { code, out } = await inbox(site, 'export', '--email', ' ADA@example.com ');
    const { entries, subscriptions } = JSON.parse(out) as Record<string, Record<string, string>[]>;
    expect([code, entries!.map(({ form }) => form).toSorted()]).toEqual([0, ['application', 'contact']]);
    expect(subscriptions).toMatchObject([{ email: 'ada@example.com', state: 'pending' }]);
    expect(out).not.toContain('grace');
  });

  test('records erasures and exports in the history, without the address', async () => {
    const site = await filled();
    await inbox(site, 'list');
    await inbox(site, 'export');
    await inbox(site, 'export', '--email', 'ada@example.com');
    await inbox(site, 'erase', '--email', 'ada@example.com');
    await inbox(site, 'erase', '--email', 'ada@example.com', '--yes');
    const rows = await site.enquiries.ports.db.selectFrom('history').selectAll().execute();
    expect(rows.map(({ actor, action, note }) => [actor, action, note])).toEqual([
      ['inbox', 'enquiries-export', 'entries 3'],
      ['inbox', 'enquiries-export', 'of an address: entries 2'],
      ['inbox', 'enquiries-erase', 'of an address: entries 2, files 1, subscriptions 1'],
    ]);
  });
});

const row = (values: object) => entryRow({ id: 'entry-1' }, values);

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  ' =1',
  '\u00A0=1',
  '\uFF1D1',
  '\r=1',
  `=HYPERLINK("https://evil.example";"x")`,
])('writes no formula for %j', (name) => {
  const cell = toCsv([row({ name })])
    .split('\r\n')[1]!
    .split(',')[4]!;
  expect(cell.slice(0, 2)).toBe(`"'`);
});

test('escapes commas, quotes and line breaks', () => {
  const [, line] = toCsv([row({ name: 'a "b", c', message: 'x\ny' })]).split('\r\n');
  expect(line).toContain('"a ""b"", c"');
  expect(line).toContain('"x\ny"');
});

test('writes JSON with the original values, and describes a file without its content', () => {
  const withFile = { ...row({ name: '=1+1' }), file_name: 'f', file_bytes: 9, file_sha256: 'ab' };
  expect(JSON.parse(toJson([withFile]))).toEqual([
    {
      id: 'entry-1',
      received: '1970-01-01T00:00:00.000Z',
      form: 'contact',
      state: 'kept',
      ...ENQUIRY,
      name: '=1+1',
      file: '9 bytes, sha-256 ab',
    },
  ]);
});

describe('entries of a form without an address', () => {
  const field = { label: 'it', required: false, max: 20 };
  const booking: TakenForm = {
    ...contact,
    name: 'booking',
    action: '/api/booking',
    fields: [
      { ...field, name: 'day', kind: 'date', required: true },
      { ...field, name: 'change', kind: 'number' },
      { ...field, name: 'lunch', kind: 'checkbox' },
      { ...field, name: 'plan', kind: 'file', max: 1_000, types: ['image/png'] },
    ],
  };
  const PNG = Buffer.from('\x89PNG\r\n\x1a\n.........', 'latin1');
  const send = async (site: TestApp, plan: Buffer, filename: string) => {
    const values = { day: '2026-12-31', change: '-5', lunch: 'on', elapsedMs: '5000', plan };
    const { headers, payload } = multipart(values, filename);
    const request = { url: '/api/booking', headers: { ...headers, accept: 'application/json' } };
    return (await post(site.app, payload, request)).json<{ fields?: object }>();
  };

  test('are listed, exported with all their fields, and erased by their id', async () => {
    const site = await buildTestApp({ forms: [booking] });
    expect(await send(site, PNG, 'plan.PNG')).toMatchObject({ ok: true });
    const [entry] = await site.enquiries.entries.list();
    expect(entry!.file_name).toMatch(/^[0-9a-f-]{36}\.png$/);
    expect((await inbox(site, 'list')).out).toContain(`${entry!.id}  `);
    expect((await inbox(site, 'list')).out).not.toContain('<');
    expect((await inbox(site, 'cv', entry!.id)).out).toBe(PNG.toString('latin1'));
    const csv = (await inbox(site, 'export')).out;
    expect(csv).toMatch(/,day,change,lunch\r\n/);
    expect(csv).toContain(`"2026-12-31","'-5","yes"`);

    expect((await inbox(site, 'erase', '--email', ' ', '--yes')).code).toBe(2);
    await site.enquiries.erase({ email: ' ' });
    expect((await inbox(site, 'erase', entry!.id)).err).toContain('erases 1 entries, for good');
    expect((await inbox(site, 'erase', entry!.id, '--yes')).out).toBe(
      'Erased 1 entries, 1 files, 0 subscriptions.',
    );
    expect(await site.enquiries.entries.list()).toEqual([]);
  });

  test('have no file of another type', async () => {
    const site = await buildTestApp({ forms: [booking] });
    for (const [content, name] of [
      [PDF, 'plan.png'],
      [PNG, 'plan.pdf'],
      [PNG, 'plan'],
      [Buffer.from('<script>'), 'plan.png'],
    ] as const)
      expect((await send(site, content, name)).fields).toEqual({
        plan: 'Files of this type are not accepted. Attach another one.',
      });
    expect(await site.enquiries.entries.list()).toEqual([]);
  });
});
