import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { withServer } from '../../gateway/test/fixtures/test-database.ts';
import { createFileUploads } from '../src/uploads.ts';
import { buildTestApp, multipart, part, PDF, post, type TestApp } from './test-app.ts';

const APPLICATION = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'engineer',
  links: 'https://ada.example',
  message: 'I build engines.',
  consent: 'yes',
};
const SCRIPTED = {
  ...APPLICATION,
  contract: 'application@1',
  elapsedMs: '9000',
  idempotencyKey: 'key-of-this-try',
};
const onDisk = !withServer;

function send(
  { app }: TestApp,
  values: Record<string, string | Buffer>,
  headers: Record<string, string> = { accept: 'application/json' },
) {
  const body = multipart(values);
  return post(app, body.payload, { url: '/api/applications', headers: { ...headers, ...body.headers } });
}
const uploads = (site: TestApp) => readdirSync(path.join(site.dataDir, 'uploads'));

describe('an application', () => {
  test('is stored with its CV, under a random name with private permissions', async () => {
    const site = await buildTestApp();
    const response = await send(site, { ...SCRIPTED, cv: PDF });
    expect(response.json()).toEqual({ ok: true, message: expect.stringMatching(/^Thank you/) });
    const [entry] = await site.enquiries.entries.list();
    expect(entry).toMatchObject({ form: 'application', file_bytes: PDF.length });
    expect(JSON.parse(entry!.data)).toEqual(APPLICATION);
    expect(entry!.file_name).toMatch(/^[0-9a-f-]{36}\.pdf$/);
    expect(await site.enquiries.uploads.read(entry!.file_name!)).toEqual(PDF);
    if (!onDisk) return;
    const file = path.join(site.dataDir, 'uploads', entry!.file_name!);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(readFileSync(file)).toEqual(PDF);
  });

  test('works as a plain form', async () => {
    const site = await buildTestApp();
    const response = await send(site, { ...APPLICATION, cv: PDF }, { accept: 'text/html' });
    expect([response.statusCode, response.headers.location]).toEqual([303, '/careers/engineer?sent=1']);
  });

  test('is stored once with one CV when it is posted twice', async () => {
    const site = await buildTestApp();
    await send(site, { ...SCRIPTED, cv: PDF });
    expect((await send(site, { ...SCRIPTED, cv: PDF })).statusCode).toBe(200);
    const entries = await site.enquiries.entries.list();
    expect(entries).toHaveLength(1);
    if (onDisk) expect(uploads(site)).toEqual([entries[0]!.file_name]);
  });

  test.each([
    ['no CV', {}, { cv: 'Attach your CV as a PDF.' }],
    ['a string as CV', { cv: PDF.toString() }, { cv: 'Attach your CV as a PDF.' }],
    ['an empty CV', { cv: Buffer.alloc(0) }, { cv: 'Attach your CV as a PDF.' }],
    ['a picture', { cv: Buffer.from('\x89PNG\r\n\x1A\n%PDF-1.7 %%EOF', 'latin1') }, { cv: /not a PDF/ }],
    ['a cut-off PDF', { cv: PDF.subarray(0, 40) }, { cv: /not a PDF/ }],
    [
      'a CV of more than 5 MB',
      { cv: Buffer.concat([PDF, Buffer.alloc(5 * 1024 * 1024, 32), PDF]) },
      { cv: /larger than 5 MB/ },
    ],
    ['a role that is not open', { role: 'astronaut', cv: PDF }, { role: 'This role is no longer open.' }],
    ['a role with a relative path', { role: '../contact', cv: PDF }, { role: /from the list/ }],
    ['a wrong address', { email: 'ada', cv: PDF }, { email: /like name@example.com/ }],
  ])('is refused for %s, without a stored file', async (_, values, fields) => {
    const site = await buildTestApp();
    const response = await send(site, { ...SCRIPTED, ...values });
    expect(response.statusCode).toBe(422);
    const answered = response.json().fields as Record<string, string>;
    expect(Object.keys(answered)).toEqual(Object.keys(fields));
    for (const [name, message] of Object.entries(fields)) expect(answered[name]).toMatch(message);
    expect(await site.enquiries.entries.list()).toEqual([]);
    expect(uploads(site)).toEqual([]);
  });

  test('is answered with the page of its role and the posted values', async () => {
    const site = await buildTestApp();
    const response = await send(site, { ...APPLICATION, email: 'ada', cv: PDF }, { accept: 'text/html' });
    expect(response.statusCode).toBe(422);
    expect(response.body).toContain('value="https://ada.example"');
    expect(response.body).toContain('\nI build engines.</textarea>');
    expect(response.body).toContain('<title>Error: Engineer | Voltframe</title>');
    expect(uploads(site)).toEqual([]);
  });

  test('returns all fields, and no path, when its CV cannot be written', async () => {
    const site = await buildTestApp();
    site.enquiries.uploads.receive = createFileUploads(path.join(site.dataDir, 'uploads')).receive;
    const { cv, ...rest } = { cv: Buffer.concat([PDF, Buffer.alloc(300_000, 32), PDF]), ...APPLICATION };
    rmSync(path.join(site.dataDir, 'uploads'), { recursive: true });
    const page = await send(site, { cv, ...rest }, { accept: 'text/html' });
    expect(page.statusCode).toBe(503);
    expect(page.body).toContain('value="https://ada.example"');
    expect(page.body).toContain('\nI build engines.</textarea>');
    const json = await send(site, { cv, ...SCRIPTED });
    expect([json.statusCode, json.json().code]).toEqual([503, 'FORM_UNAVAILABLE']);
    for (const { body } of [page, json]) expect(body).not.toMatch(/ENOENT|\/uploads|\.part/);
  });

  describe('without room for its CV', () => {
    const settings = { filesBytes: 2 * PDF.length };
    const another = (name: string) => ({ ...APPLICATION, elapsedMs: '9000', message: name, cv: PDF });

    test('is refused with 507, without a stored file or the loss of others', async () => {
      const site = await buildTestApp({ settings });
      for (const name of ['first', 'second']) await send(site, another(name));
      const response = await send(site, another('third'));
      expect([response.statusCode, response.json().code]).toEqual([507, 'FORM_FILES_FULL']);
      const entries = await site.enquiries.entries.list();
      expect(entries).toHaveLength(2);
      if (onDisk)
        expect(uploads(site).toSorted()).toEqual(entries.map((entry) => entry.file_name).toSorted());
    });

    test('is stored after other files were erased', async () => {
      const site = await buildTestApp({ settings });
      for (const name of ['first', 'second', 'third']) await send(site, another(name));
      await site.enquiries.erase({ email: APPLICATION.email });
      expect((await send(site, another('third'))).statusCode).toBe(200);
    });

    test('is answered with thanks if it is already stored', async () => {
      const site = await buildTestApp({ settings: { filesBytes: PDF.length } });
      await send(site, { ...SCRIPTED, cv: PDF });
      expect((await send(site, { ...SCRIPTED, cv: PDF })).statusCode).toBe(200);
    });
  });

  test.each([
    [
      'two files',
      (body: Buffer) => Buffer.concat([part('cv', PDF, 'a.pdf'), part('cv', PDF, 'b.pdf'), body]),
    ],
    [
      'thirty fields',
      (body: Buffer) => Buffer.concat([...Array.from({ length: 30 }, (_, n) => part(`f${n}`, 'x')), body]),
    ],
    ['a body that ends in the middle', (body: Buffer) => body.subarray(0, -200)],
    ['no boundary in its body', () => Buffer.from('nothing of the kind')],
    ['a prototype for a field', (body: Buffer) => Buffer.concat([part('__proto__', 'x'), body])],
    ['a field of 40 KB', (body: Buffer) => Buffer.concat([part('more', 'A'.repeat(40_000)), body])],
  ])('is refused with a reason for %s, without a stored file', async (_, change) => {
    const site = await buildTestApp();
    const { headers, payload } = multipart({ ...SCRIPTED, cv: PDF });
    const response = await post(site.app, change(payload), {
      url: '/api/applications',
      headers: { ...headers, accept: 'application/json' },
    });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.json().code).toMatch(/^FORM_/);
    expect(await site.enquiries.entries.list()).toEqual([]);
    expect(uploads(site)).toEqual([]);
  });

  test('is refused for its content-length before it is read', async () => {
    const { app } = await buildTestApp();
    const response = await app.inject({
      method: 'POST',
      url: '/api/applications',
      headers: {
        ...multipart({}).headers,
        accept: 'application/json',
        'content-length': String(26 * 1024 * 1024),
      },
      payload: '',
    });
    expect([response.statusCode, response.json().code]).toEqual([413, 'FORM_TOO_LARGE']);
  });
});

test('files without an entry are deleted after an hour', async () => {
  const site = await buildTestApp();
  await send(site, { ...SCRIPTED, cv: PDF });
  const orphan = await site.enquiries.uploads.receive(Readable.from([PDF]), 'cv.pdf');
  await site.enquiries.uploads.keep(orphan.name);
  // Files have the time of the disk, rows in a database that of the clock.
  const received = site.clock.now() / 1000;
  for (const file of onDisk ? uploads(site) : [])
    utimesSync(path.join(site.dataDir, 'uploads', file), received, received);
  await site.enquiries.tidy();
  expect(await site.enquiries.uploads.read(orphan.name)).toEqual(PDF);
  site.clock.pass(2 * 3_600_000);
  await site.enquiries.tidy();
  await expect(site.enquiries.uploads.read(orphan.name)).rejects.toThrow(/ENOENT|no result/);
  const [entry] = await site.enquiries.entries.list();
  expect(await site.enquiries.uploads.read(entry!.file_name!)).toEqual(PDF);
});
