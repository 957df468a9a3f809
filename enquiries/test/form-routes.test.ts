import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { MOST_HTML } from '../src/page-editor.ts';
import { buildTestApp, ENQUIRY, MISNESTED, post, scripted, SETTINGS } from './test-app.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };
const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*' };
const encode = (values: Record<string, string>) => new URLSearchParams(values).toString();

describe('a contact sent by script', () => {
  test('is thanked for after it is kept', async () => {
    const { app, enquiries } = await buildTestApp();
    const response = await post(app, scripted({ email: 'Ada@Example.com' }));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ ok: true, message: expect.stringMatching(/^Thank you/) });
    expect(response.headers['cache-control']).toBe('no-store');
    const [entry, ...more] = await enquiries.entries.list();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ form: 'contact', version: 1, email: 'ada@example.com', state: 'kept' });
    expect(JSON.parse(entry!.data)).toEqual(ENQUIRY);
  });

  test('names wrong fields, not their values', async () => {
    const { app, enquiries } = await buildTestApp();
    const response = await post(app, scripted({ email: 'secret-value', topic: '' }));
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({
      status: 422,
      code: 'FORM_INVALID',
      message: '2 fields need another look.',
      fields: { email: 'Enter an email address like name@example.com.', topic: 'Choose a topic.' },
    });
    expect(response.body).not.toContain('secret-value');
    expect(await enquiries.entries.list()).toEqual([]);
  });

  test('is one entry however often it is tried with its key', async () => {
    const { app, enquiries } = await buildTestApp();
    const payload = scripted();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(app, payload)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await enquiries.entries.list()).toHaveLength(1);
  });

  test('is kept twice under two keys, and when one key comes with other content', async () => {
    const { app, enquiries } = await buildTestApp();
    const key = 'a-key-of-mine';
    for (const values of [
      { idempotencyKey: key },
      { idempotencyKey: 'another-key' },
      { idempotencyKey: key, message: 'More.' },
    ]) {
      await post(app, scripted(values));
    }
    expect(await enquiries.entries.list()).toHaveLength(3);
  });

  test.each([
    ['another contract', { contract: 'contact@9' }, 409, 'FORM_CONTRACT_UNKNOWN'],
    ['the contract of another form', { contract: 'subscribe@1' }, 409, 'FORM_CONTRACT_UNKNOWN'],
    ['a form that was open for a moment', { elapsedMs: 1_999 }, 422, 'FORM_TOO_FAST'],
    ['no word on how long it was open', { elapsedMs: undefined }, 422, 'FORM_TOO_FAST'],
    ['rubbish for how long it was open', { elapsedMs: { a: 1 } }, 422, 'FORM_TOO_FAST'],
    ['an object that cannot be made a number', { elapsedMs: { toString: 'x' } }, 422, 'FORM_TOO_FAST'],
    ['a list for how long it was open', { elapsedMs: [9_000] }, 422, 'FORM_TOO_FAST'],
    ['a malformed key', { idempotencyKey: 'a b' }, 400, 'FORM_UNREADABLE'],
    ['a key that is an object', { idempotencyKey: {} }, 400, 'FORM_UNREADABLE'],
  ])('refuses %s', async (_, values, status, code) => {
    const { app, enquiries } = await buildTestApp();
    const response = await post(app, scripted(values));
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(await enquiries.entries.list()).toEqual([]);
  });

  test.each([
    ['no JSON', JSON_HEADERS, '{"name":', 400, 'FORM_UNREADABLE'],
    ['an empty body', JSON_HEADERS, '', 400, 'FORM_UNREADABLE'],
    ['a prototype', JSON_HEADERS, '{"__proto__":{"name":"x"}}', 400, 'FORM_UNREADABLE'],
    ['a list', JSON_HEADERS, '[1,2]', 422, 'FORM_INVALID'],
    ['null', JSON_HEADERS, 'null', 422, 'FORM_INVALID'],
    [
      'a megabyte',
      JSON_HEADERS,
      JSON.stringify(scripted({ message: 'x'.repeat(1_000_000) })),
      413,
      'FORM_TOO_LARGE',
    ],
    [
      'plain text',
      { 'content-type': 'text/plain', accept: 'application/json' },
      '{}',
      415,
      'FORM_WRONG_TYPE',
    ],
    ['no content type', { accept: 'application/json' }, '{}', 415, 'FORM_WRONG_TYPE'],
  ])('answers %s with a reason', async (_, headers, payload, status, code) => {
    const { app } = await buildTestApp();
    const response = await post(app, payload, { headers });
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
  });
});

describe('a contact sent as a plain form', () => {
  const plain = (app: FastifyInstance, values: Record<string, string>, extra = '') =>
    post(app, encode({ contract: 'contact@1', website: '', ...values }) + extra, { headers: FORM_HEADERS });

  test('leads to the page with its thanks, without personal data in the address', async () => {
    const { app, enquiries } = await buildTestApp();
    const response = await plain(app, ENQUIRY);
    expect([response.statusCode, response.headers.location]).toEqual([303, '/contact?sent=1']);
    expect(await enquiries.entries.list()).toHaveLength(1);
  });

  test('shows the page again with what was typed and the errors beside their fields', async () => {
    const { app } = await buildTestApp();
    const response = await plain(app, {
      ...ENQUIRY,
      name: '"><script>x</script>',
      email: 'ada',
      message: '\n</textarea><b>',
    });
    expect(response.statusCode).toBe(422);
    expect(response.headers['cache-control']).toBe('no-store');
    const html = response.body;
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"');
    expect(html).not.toContain('<script src');
    expect(html).not.toContain('page-data');
    expect(html).toContain(
      '<p id="contact-email-error" data-error-for="email">Enter an email address like name@example.com.</p>',
    );
    expect(html).toContain('>\n\n&lt;/textarea&gt;&lt;b&gt;</textarea>');
    expect(html).toContain('<option value="robotics" selected="">');
    expect(html).toMatch(
      /<input id="contact-email" name="email" value="ada" aria-invalid="true"[^>]* autofocus="">/,
    );
    expect(html).toContain(
      '<li><a href="#contact-email">Enter an email address like name@example.com.</a></li>',
    );
    expect(html).toMatch(/<input type="checkbox"[^>]* checked="">/);
    expect(html).toContain('<title>Error: Contact | Voltframe</title>');
    expect(html).not.toContain('rel="canonical"');
  });

  test('makes one entry of the same content within ten minutes, and another after it', async () => {
    const { app, enquiries, clock } = await buildTestApp();
    await plain(app, ENQUIRY);
    clock.pass(599_000);
    const again = await plain(app, {
      ...ENQUIRY,
      email: 'ADA@example.com',
      message: `${ENQUIRY.message}\r\n`,
    });
    expect(again.statusCode).toBe(303);
    expect(await enquiries.entries.list()).toHaveLength(1);
    clock.pass(2_000);
    await plain(app, ENQUIRY);
    expect(await enquiries.entries.list()).toHaveLength(2);
  });

  test('answers a repeated field as an error of that field', async () => {
    const { app, enquiries } = await buildTestApp();
    const response = await plain(app, ENQUIRY, '&name=Eve');
    expect(response.statusCode).toBe(422);
    expect(await enquiries.entries.list()).toEqual([]);
  });

  test.each([
    ['cannot be had', {}],
    ['has no such form', { '/contact': '<form data-form="other"></form>' }],
    ['stops a parser of HTML for half a minute', { '/contact': MISNESTED }],
    ['is larger than any page', { '/contact': `<p>${'x'.repeat(MOST_HTML)}` }],
  ])('shows a notice with all that was typed when the page %s, and others are answered', async (_, pages) => {
    const { app } = await buildTestApp({ pages });
    const posting = plain(app, { ...ENQUIRY, email: '<ada>', message: '\nTwo\nlines' });
    expect((await app.inject('/api/contact')).statusCode).toBe(303);
    const response = await posting;
    expect([response.statusCode, response.headers['cache-control']]).toEqual([422, 'no-store']);
    expect(response.body).toContain('<p>One field needs another look.</p>');
    expect(response.body).toContain(
      '<dt>your email address</dt><dd><strong>Enter an email address like name@example.com.</strong></dd><dd><pre>\n&lt;ada&gt;</pre></dd>',
    );
    expect(response.body).toContain('<dt>your message</dt><dd><pre>\n\nTwo\nlines</pre></dd>');
    expect(response.body).toContain('<a href="/contact">Back to the form</a>');
    expect(response.body).not.toMatch(/contact@1|<dt>website/);
  });

  test('asks for the page of the form as its visitor, whose renderings are limited', async () => {
    const asked: unknown[] = [];
    const { app } = await buildTestApp({ onPage: (...page) => void asked.push(page) });
    await app.inject({
      method: 'POST',
      url: '/api/contact',
      headers: { ...FORM_HEADERS, referer: 'https://voltframe.test/careers/made-up' },
      payload: encode({ name: 'Ada' }),
      remoteAddress: '192.0.2.7',
    });
    expect(asked).toEqual([['/contact', '192.0.2.7']]);
  });

  test('leads back to the form when its address is opened', async () => {
    const { app } = await buildTestApp();
    const opened = await app.inject({ url: '/api/contact', headers: { accept: 'text/html' } });
    expect([opened.statusCode, opened.headers.location]).toEqual([303, '/contact']);
    const json = await app.inject({ url: '/api/contact', headers: { accept: 'application/json' } });
    expect([json.statusCode, json.headers.allow]).toEqual([405, 'POST']);
  });
});

describe('abuse', () => {
  test('a filled honeypot is thanked for and kept, but not delivered', async () => {
    const { app, enquiries, outbox } = await buildTestApp({
      settings: { webhook: { url: 'http://localhost:9/', secret: 's'.repeat(32) } },
    });
    const response = await post(app, scripted({ website: 'https://spam.example' }));
    expect(response.statusCode).toBe(200);
    expect(await enquiries.entries.list()).toMatchObject([{ state: 'held' }]);
    expect(await outbox.depth()).toEqual([]);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['a sibling domain', { 'sec-fetch-site': 'same-site', origin: 'https://other.voltframe.test' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    ['an old browser elsewhere', { origin: 'https://evil.example' }, 403],
    ['its own page', { 'sec-fetch-site': 'same-origin', origin: 'https://voltframe.test' }, 200],
    ['its own page in an old browser', { origin: 'https://voltframe.test' }, 200],
    ['the host it runs on', { origin: 'http://localhost:3000', host: 'localhost:3000' }, 200],
    ['no browser', {}, 200],
  ])('a post from %s', async (_, headers, status) => {
    const { app } = await buildTestApp();
    const response = await post(app, scripted(), { headers });
    expect(response.statusCode).toBe(status);
  });

  test('one address is limited, with the time to wait; another is not', async () => {
    const { app } = await buildTestApp({
      settings: { limits: { perAddressPer10Minutes: 2, totalPerMinute: 100 } },
    });
    const send = (remoteAddress: string) => post(app, scripted(), { remoteAddress });
    const codes = [];
    for (let count = 0; count < 3; count += 1) codes.push((await send('192.0.2.1')).statusCode);
    expect(codes).toEqual([200, 200, 429]);
    const refused = await send('192.0.2.1');
    expect(refused.json()).toMatchObject({ status: 429, code: 'FORM_LIMITED' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send('192.0.2.2')).statusCode).toBe(200);
    expect((await send('2001:db8::1')).statusCode).toBe(200);
    expect((await send('2001:db8::2')).statusCode).toBe(200);
    expect((await send('2001:db8::3')).statusCode).toBe(429); // one network of IPv6 counts as one address
  });

  test('a sender who is gone before his address is read is no error of ours', async () => {
    const { app, logLines } = await buildTestApp();
    // What Node answers once the connection is closed.
    app.addHook('onRequest', async ({ socket }) => {
      Object.defineProperty(socket, 'remoteAddress', { value: undefined });
    });
    const posted = await post(app, scripted());
    const opened = await app.inject('/subscribe/confirm?token=x');
    expect([posted.statusCode, opened.statusCode]).toEqual([200, 410]);
    expect(logLines.join('')).not.toContain('"level":50');
  });

  test('all together are limited', async () => {
    const { app } = await buildTestApp({
      settings: { limits: { perAddressPer10Minutes: 100, totalPerMinute: 2 } },
    });
    const codes = [];
    for (const last of [1, 2, 3]) {
      const remoteAddress = `192.0.2.${last}`;
      codes.push((await post(app, scripted(), { remoteAddress })).statusCode);
    }
    expect(codes).toEqual([200, 200, 429]);
  });

  test('a database that fails is no thanks: 503, and what was typed is shown again', async () => {
    const { app, enquiries, logLines } = await buildTestApp();
    enquiries.entries.keep = () => Promise.reject(new Error('disk full near ada@example.com'));
    const json = await post(app, scripted());
    expect([json.statusCode, json.json().code]).toEqual([503, 'FORM_UNAVAILABLE']);
    const form = await post(app, encode(ENQUIRY), { headers: FORM_HEADERS });
    expect(form.statusCode).toBe(503);
    expect(form.body).toContain('value="Ada Lovelace"');
    expect(logLines.join('')).toContain('a form could not be taken');
    expect(logLines.join('')).not.toMatch(/ada/i);
  });
});

test.each([
  ['of SQLite', { code: 'ENOSPC', errcode: 13 }],
  ['of an upload', { code: 'ENOSPC', syscall: 'write' }],
  ['of PostgreSQL', { code: '53100' }],
])('a form that fails on a full disk %s says so in the log', async (_, cause) => {
  const { app, enquiries, logLines } = await buildTestApp();
  enquiries.entries.keep = () => Promise.reject(Object.assign(new Error('near ada@example.com'), cause));
  expect((await post(app, scripted())).statusCode).toBe(503);
  const lines = logLines.map((line) => JSON.parse(line) as { msg: string; code?: string });
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'a form could not be taken: the disk is full', code: cause.code }),
  );
});

test('posts and links of subscriptions are logged, with their status alone', async () => {
  const { app, logLines } = await buildTestApp();
  await post(app, scripted());
  await post(app, scripted({ email: 'ada@' }));
  await app.inject('/subscribe/confirm?token=a-token');
  const lines = logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const answered = lines.filter(({ msg }) => msg === 'answered');
  expect(answered.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['POST', '/api/contact', 200],
    ['POST', '/api/contact', 422],
    ['GET', '/subscribe/confirm', 410],
  ]);
  expect(logLines.join('')).not.toMatch(/ada@|token/i);
});

test('no log line holds personal data, whatever is posted', async () => {
  const { app, logLines, enquiries, logged } = await buildTestApp({
    settings: { ...SETTINGS, webhook: { url: 'http://127.0.0.1:9/', secret: 's'.repeat(32) } },
  });
  for (const values of [
    {},
    { email: 'ada@' },
    { topic: 'Lovelace' },
    { contract: 'Lovelace' },
    { website: 'Lovelace' },
  ]) {
    await post(app, scripted(values));
  }
  await post(app, '{"name":"Lovelace"', { headers: JSON_HEADERS });
  await post(app, encode({ name: 'Lovelace' }), { headers: FORM_HEADERS });
  await enquiries.deliverDue();
  expect(JSON.stringify([logLines, logged])).not.toMatch(/lovelace|ada@|engine/i);
});
