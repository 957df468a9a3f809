import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { json, startFakeCms, status } from '../../../fixtures/fake-cms.ts';
import { startFakeCollector } from '../../../fixtures/fake-collector.ts';
import { remoteRelease, shellRelease } from '../../../fixtures/fixture-release.ts';
import { CANARIES, ME, PERSONAL_ATTACKS, SITE } from '../../../fixtures/personal-attacks.ts';
import { shared } from '../../../fixtures/shared.ts';
import { testFolder } from '../../../fixtures/test-database.ts';
import { startTestGateway } from '../../../fixtures/test-gateway.ts';

const declared = {
  paths: [
    '/me',
    '/orders/*',
    { path: '/session', body: 'form' as const },
    { path: '/photos', body: { types: ['image/png' as const], maxMB: 1 } },
    { path: '/news', answer: 'events' as const },
    { path: '/bills/*', answer: { types: ['application/pdf' as const], maxMB: 2 } },
  ],
  methods: ['GET' as const, 'POST' as const, 'PATCH' as const],
};
const names = ['account', 'lost', 'others', 'slow', 'dead', 'cms'];
const docs = remoteRelease({
  change: (release) => void (release.personal = Object.fromEntries(names.map((name) => [name, declared]))),
});
const COMPRESSION = 'Accept-Encoding: gzip, br';
/** Headers of a request to the backend: no other is sent. */
const TO_BACKEND =
  /^(host|connection|user-agent|cookie|x-session|accept|accept-encoding|traceparent|content-type|content-length|x-key)$/;

const VISITOR = ', visitor: { cookies: [sid, other], header: X-Session, perMinute: 1000 }';

/** A listening gateway with all lines of its log. */
async function startSite(traces: Record<string, string> = {}) {
  const backend = await startFakeCms();
  const entry = (apps: string, more = '', url = backend.url): string =>
    `{ url: '${url}/api', apps: [${apps}], headers: { x-key: '\${KEY}' }, perSecond: 1000 ${more} }`;
  const file = path.join(testFolder(), 'upstreams.yml');
  const backends = {
    account: entry('docs', VISITOR),
    others: entry('news', VISITOR),
    slow: entry('docs', `, timeout: 100ms ${VISITOR}`),
    dead: entry('docs', VISITOR, 'http://127.0.0.1:1'),
    cms: entry('docs'),
  };
  writeFileSync(
    file,
    Object.entries(backends)
      .map(([name, settings]) => `${name}: ${settings}\n`)
      .join(''),
  );
  const lines: string[] = [];
  const log = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) });
  const gateway = await startTestGateway(
    [shellRelease(), docs, remoteRelease({ app: 'news' })],
    {
      SITE_URL: SITE,
      UPSTREAMS: file,
      KEY: 's3cret',
      ...traces,
    },
    undefined,
    pino({ level: 'trace' }, log),
  );
  await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = gateway.app.server.address() as AddressInfo;
  return { backend, gateway, lines, port };
}

interface Raw {
  method?: string;
  target?: string;
  host?: string;
  cookie?: string | string[];
  headers?: string[];
  body?: string | undefined;
  coding?: string;
}

/** @returns the raw answer of one connection. */
async function ask(port: number, { method = 'GET', target = ME, host = 'site.example', ...more }: Raw) {
  const { cookie = `__Host-sid=${CANARIES.cookie}`, headers = [], body, coding = COMPRESSION } = more;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    ...[cookie].flat().map((each) => `Cookie: ${each}`),
    coding,
    ...headers,
    ...(body === undefined ? [] : [`Content-Length: ${body.length}`]),
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`, 'latin1');
  const answer = await text(socket);
  const [fields = '', sent = ''] = answer.split(/\r\n\r\n(.*)/s);
  const named = (name: string): string[] =>
    [...fields.matchAll(new RegExp(`^${name}: (.*)$`, 'gim'))].map(([, value]) => value!.trim());
  return { status: Number(fields.split(' ')[1]), body: sent, named, fields };
}

const site = shared(() => startSite());

describe('personal data', () => {
  test.each(PERSONAL_ATTACKS)('withstands the attack: $name', async (attack) => {
    const { backend, port } = await site();
    backend.asked.length = 0;
    backend.headers.length = 0;
    backend.answer(attack.answer ?? json({ name: CANARIES.name }));
    const answer = await ask(port, attack);
    expect(answer.status).toBe(attack.status);
    if (attack.code !== undefined) expect(JSON.parse(answer.body)).toMatchObject({ code: attack.code });
    expect(backend.asked).toEqual(attack.reaches === undefined ? [] : [attack.reaches]);
    for (const headers of backend.headers) {
      expect(Object.keys(headers).filter((name) => !TO_BACKEND.test(name))).toEqual([]);
      expect(headers.cookie).toBe(`sid=${CANARIES.cookie}`);
    }
    expect(answer.body).not.toMatch(/evil|<h1>/);
    expect(answer.fields).not.toMatch(/^(x-evil|access-control-\S+|etag|content-encoding|location):/im);
    expect(answer.named('cache-control').join()).toContain('no-store');
    const cookie = '__Host-sid=new; Path=/; HttpOnly; Secure; SameSite=Lax';
    for (const set of answer.named('set-cookie'))
      expect(set.split('; ').toSorted()).toEqual(cookie.split('; ').toSorted());
  });
  test('answers a request with the data of its visitor, stored by no cache', async () => {
    const { backend, port } = await site();
    backend.answer(json({ name: CANARIES.name }));
    const target = `/-/personal/docs/account/orders/${CANARIES.order}?of=${CANARIES.query}`;
    const answer = await ask(port, { target });
    expect([answer.status, answer.body]).toEqual([200, `{"name":"${CANARIES.name}"}`]);
    expect(answer.named('cache-control')).toEqual(['no-store, private, no-transform']);
    expect(answer.named('vary')).toEqual(['*']);
    expect(backend.headers.at(-1)).toMatchObject({ 'x-key': 's3cret', 'accept-encoding': 'identity' });
  });

  test('sets the cookie of a sign-in', async () => {
    const { backend, port } = await site();
    backend.answer((response) => void response.writeHead(204, { 'set-cookie': 'sid=new; Max-Age=60' }).end());
    const headers = ['Sec-Fetch-Site: same-origin', 'Content-Type: application/json'];
    const answer = await ask(port, { method: 'POST', cookie: 'a=b', headers, body: '{}' });
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(answer.named('set-cookie')).toEqual([
      '__Host-sid=new; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
    expect(backend.headers.at(-1)?.cookie).toBeUndefined();
  });

  const form = {
    method: 'POST',
    target: '/-/personal/docs/account/session',
    cookie: 'a=b',
    headers: [
      'Origin: https://site.example',
      'Content-Type: application/x-www-form-urlencoded',
      'Accept: text/html',
    ],
    body: 'name=Ada+L&name=%C3%A9&x',
  };

  test('passes the form of a page on, and follows the redirect of the backend to a path of the site', async () => {
    const { backend, port } = await site();
    let sent = '';
    backend.answer((response, request) => {
      void text(request).then((body) => {
        sent = body;
        response
          .writeHead(302, { 'set-cookie': 'sid=new', location: '/orders?page=2#last' })
          .end('<h1>Found</h1>');
      });
    });
    const answer = await ask(port, form);
    expect([answer.status, answer.body, answer.named('location')]).toEqual([
      303,
      '',
      ['/orders?page=2#last'],
    ]);
    expect(answer.named('set-cookie')).toEqual(['__Host-sid=new; Path=/; HttpOnly; Secure; SameSite=Lax']);
    expect(answer.named('cache-control')).toEqual(['no-store, private, no-transform']);
    expect(sent).toBe('name=Ada+L&name=%C3%A9&x=');
    expect(backend.headers.at(-1)).toMatchObject({
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    });
  });

  test.each([
    [['Referer: https://site.example/sign-in?back=%2Forders'], '/sign-in?back=%2Forders'],
    [['Referer: https://site.example//evil.example'], '/'],
    [[], '/'],
  ])(
    'leads back to the page of a form that the backend answers without a redirect: %j',
    async (referer, to) => {
      const { backend, port } = await site();
      backend.answer(json({ ok: true }));
      const answer = await ask(port, { ...form, headers: [...form.headers, ...referer] });
      expect([answer.status, answer.named('location')]).toEqual([303, [to]]);
    },
  );

  test('shows a page for a form that the backend refuses, without an entered value', async () => {
    const { backend, port } = await site();
    backend.answer(json({ message: CANARIES.name }, 422));
    const answer = await ask(port, { ...form, body: `name=${CANARIES.name}`, coding: 'X: 1' });
    expect(answer.status).toBe(422);
    expect(answer.named('content-type')[0]).toContain('text/html');
    expect(answer.body).toContain('Your entries were not accepted');
    expect(answer.body).not.toContain('CANARY');
  });

  const bill = { target: '/-/personal/docs/account/bills/7' };
  const pdf = { 'content-type': 'application/pdf' };

  test('answers a file that browsers save, and that runs nothing', async () => {
    const { backend, port } = await site();
    backend.answer((response) => void response.writeHead(200, { ...pdf, 'content-length': 5 }).end('%PDF-'));
    const answer = await ask(port, bill);
    expect([answer.status, answer.body]).toEqual([200, '%PDF-']);
    expect(answer.named('content-disposition')).toEqual(["attachment; filename*=UTF-8''7.pdf"]);
    expect(answer.named('content-type')).toEqual(['application/pdf']);
    expect(answer.named('content-security-policy')).toEqual(["default-src 'none'; sandbox"]);
    expect(answer.named('x-content-type-options')).toEqual(['nosniff']);
    expect(answer.named('cache-control')).toEqual(['no-store, private, no-transform']);
    expect(backend.headers.at(-1)).toMatchObject({ accept: 'application/pdf, application/json' });
    expect((await ask(port, { ...bill, method: 'HEAD' })).status).toBe(404);
  });

  test('answers the refusal of a file as JSON to scripts, and as a page to a link', async () => {
    const { backend, port } = await site();
    backend.answer(json({ reason: 'gone' }, 410));
    expect(JSON.parse((await ask(port, bill)).body)).toEqual({ reason: 'gone' });
    const page = await ask(port, { ...bill, cookie: 'a=b', headers: ['Accept: text/html'], coding: 'X: 1' });
    expect([page.status, page.named('content-type')]).toEqual([401, ['text/html; charset=utf-8']]);
    expect(page.body).toContain('You are not signed in');
  });

  test('cuts a file that becomes larger than declared', async () => {
    const { backend, port } = await site();
    backend.answer((response) => {
      response.writeHead(200, pdf);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(64_000)));
        response.once('drain', more);
      };
      more();
    });
    const answer = await ask(port, bill);
    expect(answer.body.length).toBeGreaterThan(1_000_000);
    expect(answer.body.length).toBeLessThan(2_200_000);
    // The last chunk of a complete body is missing, by which browsers know that it is cut.
    expect(answer.body.slice(-7)).not.toContain('\r\n0\r\n\r\n');
  });

  test('files that visitors leave occupy no share of their network', async () => {
    const { backend, port } = await site();
    const open = () => {
      const { promise: left, resolve } = Promise.withResolvers<void>();
      backend.answer((response) => void response.on('close', resolve).writeHead(200, pdf).write('%PDF-'));
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET ${bill.target} HTTP/1.1\r\nHost: site.example\r\nCookie: __Host-sid=a\r\n\r\n`);
      return { left, socket, begun: once(socket, 'data') };
    };
    const opened = [];
    // The connections of the backend are 20: a network has a quarter.
    for (let count = 0; count < 5; count++) {
      opened.push(open());
      await opened.at(-1)!.begun;
    }
    expect((await ask(port, {})).status).toBe(429);
    for (const { socket, left } of opened) {
      socket.destroy();
      await left;
    }
    backend.answer(json({}));
    await expect.poll(async () => (await ask(port, {})).status).toBe(200);
  });

  const openNews = async (port: number, cookie: string, headers: string[] = []) => {
    const socket = connect(port, '127.0.0.1');
    const head = [
      'GET /-/personal/docs/account/news HTTP/1.1',
      'Host: site.example',
      `Cookie: ${cookie}`,
      ...headers,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    let got = '';
    socket.on('data', (part) => (got += String(part)));
    return { socket, got: () => got };
  };
  const eventType = { 'content-type': 'text/event-stream' };

  test('passes the events of a backend on at once, until the visitor leaves', async () => {
    const { backend, port } = await site();
    const { promise: left, resolve } = Promise.withResolvers<void>();
    backend.answer((response) => {
      response.on('close', resolve).writeHead(200, eventType).write('id: 7\ndata: {"n":1}\n\n');
    });
    const { socket, got } = await openNews(port, '__Host-sid=a', ['Last-Event-ID: 6']);
    await expect.poll(got).toContain('data: {"n":1}\n\n');
    expect(got()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(got()).toMatch(/^cache-control: no-store, private, no-transform\r$/m);
    expect(got()).toMatch(/^x-accel-buffering: no\r$/m);
    expect(got()).not.toContain('content-encoding');
    expect(backend.headers.at(-1)).toMatchObject({
      accept: 'text/event-stream, application/json',
      'last-event-id': '6',
    });
    socket.destroy();
    await left;
  });

  test('tells an anonymous visitor so, whom no request to the backend concerns', async () => {
    const { backend, port } = await site();
    backend.answer(status(401));
    const { socket, got } = await openNews(port, '__Host-sid=a');
    await expect.poll(got).toContain('event: anonymous\ndata: {}');
    expect(got()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    socket.destroy();
  });

  test('events of one network leave requests and other networks their connections, and end with the session', async () => {
    const { backend, port } = await site();
    const left: unknown[] = [];
    backend.answer((response, request) => {
      if (request.url !== '/api/news') json({}, 200)(response, request);
      else
        response
          .on('close', () => left.push(1))
          .writeHead(200, eventType)
          .write(':\n');
    });
    const opened = [];
    for (let count = 0; count < 25; count++) {
      const stream = await openNews(port, `__Host-sid=${count % 2 ? 'odd' : 'even'}`);
      opened.push(stream);
      await expect.poll(stream.got).toContain('event: known');
    }
    const refused = await ask(port, { target: '/-/personal/docs/account/news' });
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([429, 'PERSONAL_LIMIT']);
    expect((await ask(port, {})).status).toBe(200);

    // Another expiry of the same session.
    const headers = ['Sec-Fetch-Site: same-origin', 'Content-Type: application/json'];
    const post = { method: 'POST', cookie: '__Host-sid=odd', headers, body: '{}' };
    backend.answer((response) => void response.writeHead(204, { 'set-cookie': 'sid=odd; Max-Age=60' }).end());
    expect((await ask(port, post)).status).toBe(204);
    expect(left).toEqual([]);
    backend.answer((response) => void response.writeHead(204, { 'set-cookie': 'sid=; Max-Age=0' }).end());
    expect((await ask(port, post)).status).toBe(204);
    await expect.poll(() => left.length).toBe(12);
    for (const { socket } of opened) socket.destroy();
    await expect.poll(() => left.length).toBe(25);
  });

  test('a gateway that stops ends the events', async () => {
    const { backend, gateway, port } = await startSite();
    backend.answer((response) => void response.writeHead(200, eventType).write(':\n'));
    const { socket, got } = await openNews(port, '__Host-sid=a');
    await expect.poll(got).toContain('event: known');
    await Promise.all([gateway.close(), once(socket, 'close')]);
    expect(got()).toMatch(/\r\n0\r\n\r\n$/);
  });

  const PNG = '\x89PNG\r\n\x1a\n'.padEnd(40, '.');
  const upload = (content: string, ...more: string[]) => ({
    method: 'POST',
    target: '/-/personal/docs/account/photos',
    headers: ['Sec-Fetch-Site: same-origin', 'Content-Type: multipart/form-data; boundary=b', ...more],
    body: `--b\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\n${content}\r\n--b--\r\n`,
  });

  test('passes files on while they arrive, and the answer to a script', async () => {
    const { backend, port } = await site();
    let sent = '';
    backend.answer((response, request) => {
      void text(request.setEncoding('latin1')).then((body) => {
        sent = body;
        json({ id: 7 }, 201)(response, request);
      });
    });
    const answer = await ask(port, upload(PNG));
    expect([answer.status, answer.body]).toEqual([201, '{"id":7}']);
    expect(sent).toContain(`filename="a.png"\r\ncontent-type: image/png\r\n\r\n${PNG}\r\n`);
    expect(backend.headers.at(-1)!['content-type']).toMatch(/^multipart\/form-data; boundary=----voltframe-/);
    const page = await ask(port, upload(PNG, 'Accept: text/html', 'Referer: https://site.example/photos'));
    expect([page.status, page.named('location')]).toEqual([303, ['/photos']]);
  });

  test('the backend gets no complete upload with a file of another type', async () => {
    const { backend, port } = await site();
    const { promise: received, resolve } = Promise.withResolvers<boolean>();
    backend.answer((_, request) => void request.on('close', () => resolve(request.complete)).resume());
    const more = `${'.'.repeat(100_000)}\r\n--b\r\nContent-Disposition: form-data; name="b"; filename="b.png"\r\n\r\n<script>`;
    const answer = await ask(port, upload(PNG + more));
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([422, 'PERSONAL_FILE']);
    expect(await received).toBe(false);
  });

  test('an upload that its visitor breaks off occupies nothing', async () => {
    const { backend, port } = await site();
    const { promise: left, resolve } = Promise.withResolvers<void>();
    backend.answer((_, request) => void request.on('close', resolve).resume());
    const socket = connect(port, '127.0.0.1');
    const { headers, body, target } = upload(PNG + '.'.repeat(90_000));
    const head = [`POST ${target} HTTP/1.1`, 'Host: site.example', 'Content-Length: 900000', ...headers];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -20)}`, 'latin1');
    await backend.nextRequest();
    socket.destroy();
    await left;
    backend.answer(json({}));
    await expect
      .poll(async () =>
        (await Promise.all([1, 2, 3, 4, 5].map(() => ask(port, {})))).map((answer) => answer.status),
      )
      .toEqual([200, 200, 200, 200, 200]);
  });

  test('passes a PATCH on, and the fields that the backend refuses', async () => {
    const { backend, port } = await site();
    const refused = { fields: { name: 'It is taken' } };
    backend.answer(json(refused, 422));
    const headers = ['Sec-Fetch-Site: same-origin', 'Content-Type: application/json'];
    const answer = await ask(port, { method: 'PATCH', cookie: '__Host-sid=a', headers, body: '{}' });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([422, refused]);
  });

  test('answers a read of an expired session as for an anonymous visitor, and deletes its cookie', async () => {
    const { backend, port } = await site();
    backend.answer(status(401, { 'set-cookie': 'sid=; Max-Age=0' }));
    const answer = await ask(port, {});
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { state: 'anonymous' }]);
    expect(answer.named('set-cookie')[0]).toMatch(/^__Host-sid=; Max-Age=0;/);
    expect(answer.named('cache-control')).toEqual(['no-store, private, no-transform']);
  });

  test('writes no personal data into logs and traces', async () => {
    const collector = await startFakeCollector();
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' };
    const { backend, gateway, lines, port } = await startSite(traces);
    backend.answer(json({ name: CANARIES.name }), json({ name: CANARIES.name }, 503));
    const target = `/-/personal/docs/account/orders/${CANARIES.order}?of=${CANARIES.query}`;
    expect((await ask(port, { target })).status).toBe(200);
    expect((await ask(port, { target })).status).toBe(502);
    const headers = ['Sec-Fetch-Site: same-origin', 'Content-Type: application/json'];
    await ask(port, { target, method: 'POST', headers, body: `{"a":"${CANARIES.name}"}` });
    await ask(port, { target, method: 'POST', headers, body: `{"a":"${CANARIES.name}"` });
    const fields = { ...form, cookie: `__Host-sid=${CANARIES.cookie}`, body: `a=${CANARIES.name}` };
    expect((await ask(port, fields)).status).toBe(502);
    await gateway.close();
    expect(lines.filter((line) => line.includes('/-/personal/…')).length).toBeGreaterThan(1);
    expect(JSON.stringify(collector.spans())).toContain('upstream account');
    expect(lines.join('') + JSON.stringify(collector.spans())).not.toContain('CANARY');
  });
});
