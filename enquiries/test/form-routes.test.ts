import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { gatewayErrors } from '../../gateway/src/platform/errors.ts';
import { MOST_HTML } from '../src/page-editor.ts';
import { buildTestApp, ENQUIRY, MISNESTED, PAGE_POLICY, post, scripted, SETTINGS } from './test-app.ts';

const NO_MAIL_SERVER = {
  smtpUrl: 'smtp://127.0.0.1:9',
  from: 'site@voltframe.test',
  to: 'owner@voltframe.test',
};
const JSON_HEADERS = { 'content-type': 'application/json' };
const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*' };
const encode = (values: Record<string, string>) => new URLSearchParams(values).toString();

describe('a contact posted by script', () => {
  test('is stored and answered with thanks', async () => {
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

  test('is refused with the wrong fields, without their values', async () => {
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

  test('is stored once for repeated posts with one key', async () => {
    const { app, enquiries } = await buildTestApp();
    const payload = scripted();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(app, payload)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await enquiries.entries.list()).toHaveLength(1);
  });

  test('is stored again under another key or with other content', async () => {
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
    ['the contract of another form', { contract: 'subscribe@1' }, 409, 'FORM_CONTRACT_UNKNOWN'],
    ['a form that was open too briefly', { elapsedMs: 1_999 }, 422, 'FORM_TOO_FAST'],
    ['a missing elapsed time', { elapsedMs: undefined }, 422, 'FORM_TOO_FAST'],
    ['an object as elapsed time', { elapsedMs: { a: 1 } }, 422, 'FORM_TOO_FAST'],
    [
      'an object that cannot be converted to a number',
      { elapsedMs: { toString: 'x' } },
      422,
      'FORM_TOO_FAST',
    ],
    ['a list as elapsed time', { elapsedMs: [9_000] }, 422, 'FORM_TOO_FAST'],
    ['a malformed key', { idempotencyKey: 'a b' }, 400, 'FORM_UNREADABLE'],
    ['a key that is an object', { idempotencyKey: {} }, 400, 'FORM_UNREADABLE'],
  ])('is refused for %s', async (_, values, status, code) => {
    const { app, enquiries } = await buildTestApp();
    const response = await post(app, scripted(values));
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(await enquiries.entries.list()).toEqual([]);
  });

  test.each([
    ['invalid JSON', JSON_HEADERS, '{"name":', 400, 'FORM_UNREADABLE'],
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
  ])('is refused with a reason for %s', async (_, headers, payload, status, code) => {
    const { app } = await buildTestApp();
    const response = await post(app, payload, { headers });
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
  });
});

describe('a contact posted as a plain form', () => {
  const plain = (app: FastifyInstance, values: Record<string, string>, extra = '') =>
    post(app, encode({ contract: 'contact@1', website: '', ...values }) + extra, { headers: FORM_HEADERS });

  test('redirects to the page with its thanks, without personal data in the address', async () => {
    const { app, enquiries } = await buildTestApp();
    const response = await plain(app, ENQUIRY);
    expect([response.statusCode, response.headers.location]).toEqual([303, '/contact?sent=1']);
    expect(await enquiries.entries.list()).toHaveLength(1);
  });

  test('is answered with the page, the posted values and the errors at their fields', async () => {
    const { app } = await buildTestApp();
    const response = await plain(app, {
      ...ENQUIRY,
      name: '"><script>x</script>',
      email: 'ada',
      message: '\n</textarea><b>',
    });
    expect(response.statusCode).toBe(422);
    expect(response.headers['cache-control']).toBe('no-store');
    // The stylesheets in the page need the hashes of its own policy.
    expect(response.headers['content-security-policy']).toBe(PAGE_POLICY);
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
      /<input id="contact-email" name="email" value="ada" aria-invalid="true" aria-describedby="contact-email-error" autofocus="">/,
    );
    expect(html).toContain(
      '<li><a href="#contact-email">Enter an email address like name@example.com.</a></li>',
    );
    expect(html).toMatch(/<input type="checkbox"[^>]* checked="">/);
    expect(html).toContain('<title>Error: Contact | Voltframe</title>');
    expect(html).not.toContain('rel="canonical"');
  });

  test('is stored once for the same content within ten minutes', async () => {
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

  test('is refused for a repeated field', async () => {
    const { app, enquiries } = await buildTestApp();
    const response = await plain(app, ENQUIRY, '&name=Eve');
    expect(response.statusCode).toBe(422);
    expect(await enquiries.entries.list()).toEqual([]);
  });

  test.each([
    ['is missing', {}],
    ['does not have the form', { '/contact': '<form data-form="other"></form>' }],
    ['occupies a parser of HTML for half a minute', { '/contact': MISNESTED }],
    ['is over the limit', { '/contact': `<p>${'x'.repeat(MOST_HTML)}` }],
  ])(
    'is answered with a notice of all values when the page %s, while others are answered',
    async (_, pages) => {
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
    },
  );

  test('requests the page of the form with the address of the visitor', async () => {
    const requests: unknown[] = [];
    const { app } = await buildTestApp({ onPage: (...page) => void requests.push(page) });
    await post(app, encode({ name: 'Ada' }), {
      headers: { ...FORM_HEADERS, referer: 'https://voltframe.test/careers/made-up' },
      remoteAddress: '192.0.2.7',
    });
    expect(requests).toEqual([['/contact', '192.0.2.7']]);
  });

  test('redirects a GET to the form', async () => {
    const { app } = await buildTestApp();
    const opened = await app.inject({ url: '/api/contact', headers: { accept: 'text/html' } });
    expect([opened.statusCode, opened.headers.location]).toEqual([303, '/contact']);
    // The page of this form has a parameter, so the page above it.
    const ofRole = await app.inject({ url: '/api/applications', headers: { accept: 'text/html' } });
    expect(ofRole.headers.location).toBe('/careers');
    const json = await app.inject({ url: '/api/contact', headers: { accept: 'application/json' } });
    expect([json.statusCode, json.headers.allow]).toEqual([405, 'POST']);
  });
});

describe('protection against abuse', () => {
  test('stores a post with a filled honeypot without delivering it', async () => {
    const { app, enquiries, outbox } = await buildTestApp({
      settings: { mail: NO_MAIL_SERVER },
    });
    const response = await post(app, scripted({ website: 'https://spam.example' }));
    expect(response.statusCode).toBe(200);
    expect(await enquiries.entries.list()).toMatchObject([{ state: 'held' }]);
    expect(await outbox.depth()).toEqual([]);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['its own page', { 'sec-fetch-site': 'same-origin', origin: 'https://voltframe.test' }, 200],
    ['no browser', {}, 200],
  ])('answers a post from %s with %3$i', async (_, headers, status) => {
    const { app } = await buildTestApp();
    const response = await post(app, scripted(), { headers });
    expect(response.statusCode).toBe(status);
  });

  test('limits the posts of one address, with the time to wait', async () => {
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

  test('logs no error for a closed connection without an address', async () => {
    const { app, logLines } = await buildTestApp();
    // Node returns undefined after the connection is closed.
    app.addHook('onRequest', async ({ socket }) => {
      Object.defineProperty(socket, 'remoteAddress', { value: undefined });
    });
    const posted = await post(app, scripted());
    const opened = await app.inject('/subscribe/confirm?token=x');
    expect([posted.statusCode, opened.statusCode]).toEqual([200, 410]);
    expect(logLines.join('')).not.toContain('"level":50');
  });

  test('limits all posts together', async () => {
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

  test('answers with 503 and the posted values when the database fails', async () => {
    const { app, enquiries, logLines } = await buildTestApp();
    enquiries.entries.keep = () => Promise.reject(new Error('disk full near ada@example.com'));
    const json = await post(app, scripted());
    expect([json.statusCode, json.json().code]).toEqual([503, 'FORM_UNAVAILABLE']);
    const form = await post(app, encode(ENQUIRY), { headers: FORM_HEADERS });
    expect(form.statusCode).toBe(503);
    expect(form.body).toContain('value="Ada Lovelace"');
    // The random id of a request may contain the letters of the name.
    const log = logLines.join('').replaceAll(/"reqId":"[^"]+"/g, '');
    expect(log).toContain('a form could not be taken');
    expect(log).not.toMatch(/ada/i);
  });
});

test.each([
  ['database', gatewayErrors.DATABASE_AWAY({ database: 'database:5432', reason: 'ENOTFOUND' })],
  ['folder', gatewayErrors.DATABASE_AWAY({ database: '/var/lib/site', reason: 'the disk is full' })],
])('answers without the address of a %s that is away, with the posted values', async (_, away) => {
  const { app, enquiries } = await buildTestApp();
  enquiries.entries.keep = () => Promise.reject(away);
  enquiries.subscribers.end = () => Promise.reject(away);
  const link = enquiries.links.end.sign('id', 0);
  const answers = [
    await post(app, scripted()),
    await post(app, encode(ENQUIRY), { headers: FORM_HEADERS }),
    await post(app, encode({ token: link }), { url: '/subscribe/end', headers: FORM_HEADERS }),
  ];
  expect(answers[0]!.json()).toMatchObject({ code: 'FORM_UNAVAILABLE', fields: {} });
  expect(answers[1]!.body).toContain('value="Ada Lovelace"');
  for (const { statusCode, body } of answers) {
    expect(statusCode).toBe(503);
    expect(body).not.toMatch(/5432|ENOTFOUND|var\/lib|disk/);
  }
});

test.each([
  ['of SQLite', { code: 'ENOSPC', errcode: 13 }],
  ['of an upload', { code: 'ENOSPC', syscall: 'write' }],
  ['of PostgreSQL', { code: '53100' }],
])('logs a full disk %s as the cause', async (_, cause) => {
  const { app, enquiries, logLines } = await buildTestApp();
  enquiries.entries.keep = () => Promise.reject(Object.assign(new Error('near ada@example.com'), cause));
  expect((await post(app, scripted())).statusCode).toBe(503);
  const lines = logLines.map((line) => JSON.parse(line) as { msg: string; code?: string });
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'a form could not be taken: the disk is full', code: cause.code }),
  );
});

test('logs posts and subscription links with only their status', async () => {
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

test('writes no personal data into the log for any post', async () => {
  const { app, logLines, enquiries, logged } = await buildTestApp({
    settings: { ...SETTINGS, mail: NO_MAIL_SERVER },
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
