import { describe, expect, test } from 'vitest';
import { createSignedValues } from '../../gateway/src/platform/secrets/signed-values.ts';
import { buildTestApp, type TestApp } from './test-app.ts';

const subscribe = ({ app }: TestApp, email: string, values: Record<string, unknown> = {}) =>
  app.inject({ method: 'POST', url: '/api/subscribe', payload: { email, elapsedMs: 900, ...values } });
const outboxOf = async ({ enquiries, outbox }: TestApp) => {
  const subscribers = await enquiries.subscribers.list();
  return (await Promise.all(subscribers.map((one) => outbox.of(one.id)))).flat();
};
const link = (site: TestApp, purpose: 'confirm' | 'end', subject: string, ms = 60_000) =>
  site.enquiries.links[purpose].sign(subject, ms === 0 ? 0 : site.clock.now() + ms);

async function pending(): Promise<{ site: TestApp; id: string }> {
  const site = await buildTestApp();
  await subscribe(site, 'ada@example.com');
  const [subscriber] = await site.enquiries.subscribers.list();
  return { site, id: subscriber!.id };
}

describe('subscribing', () => {
  test('answers equally for new, pending, subscribed and suspicious addresses', async () => {
    const { site, id } = await pending();
    const answers = [await subscribe(site, 'new@example.com'), await subscribe(site, 'ada@example.com')];
    await site.enquiries.subscribers.confirm(id, site.clock.now());
    answers.push(
      await subscribe(site, 'ada@example.com'),
      await subscribe(site, 'bot@example.com', { website: 'x' }),
    );
    const bodies = new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`));
    expect(bodies.size).toBe(1);
    expect(await site.enquiries.subscribers.list()).toHaveLength(2);
  });

  test('mails an address once in ten minutes, later once a day, and never a subscribed one', async () => {
    const { site, id } = await pending();
    const confirms = async () => (await outboxOf(site)).filter((row) => row.kind === 'confirm');
    await site.rows.settle((await confirms())[0]!.id, { sent_at: site.clock.now(), last_error: null });
    await subscribe(site, 'ada@example.com');
    expect(await confirms()).toHaveLength(1);
    site.clock.pass(10 * 60_000 + 1);
    await subscribe(site, 'ada@example.com');
    expect(await confirms()).toHaveLength(2);
    for (const row of await confirms())
      await site.rows.settle(row.id, { sent_at: site.clock.now(), last_error: null });
    for (const [hours, count] of [
      [2, 2],
      [20, 2],
      [24, 3],
    ] as const) {
      site.clock.pass(hours * 3_600_000);
      await subscribe(site, 'ada@example.com');
      expect(await confirms()).toHaveLength(count);
    }
    await site.enquiries.subscribers.confirm(id, site.clock.now());
    site.clock.pass(25 * 3_600_000);
    await subscribe(site, 'ada@example.com');
    expect(await confirms()).toHaveLength(3);
  });

  test('works as a plain form, and shows errors on the home page for any referer', async () => {
    const requests: string[] = [];
    const site = await buildTestApp({ onPage: (at) => void requests.push(at) });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      host: 'voltframe.test',
    };
    const post = (payload: string, referer: string) =>
      site.app.inject({ method: 'POST', url: '/api/subscribe', headers: { ...headers, referer }, payload });
    const good = await post('email=ada%40example.com', 'https://voltframe.test/');
    expect([good.statusCode, good.headers.location]).toEqual([303, '/subscribe/sent']);
    for (const referer of [
      'https://voltframe.test/',
      'https://voltframe.test/contact',
      'https://evil.example/x',
      'https://voltframe.test/nowhere',
      'rubbish',
    ]) {
      const bad = await post('email=ada', referer);
      expect(bad.statusCode).toBe(422);
      expect(bad.body).toContain('<title>Error: Home | Voltframe</title>');
      expect(bad.body).toContain('value="ada"');
    }
    expect(new Set(requests)).toEqual(new Set(['/']));
  });
});

describe('a link of a mail', () => {
  test('opens a page that changes nothing, whose button confirms, also repeatedly', async () => {
    const { site, id } = await pending();
    const token = link(site, 'confirm', id);
    const opened = await site.app.inject(`/subscribe/confirm?token=${token}`);
    expect(opened.statusCode).toBe(200);
    expect(opened.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    expect(opened.body).toContain(`<input type="hidden" name="token" value="${token}">`);
    expect(opened.body).toContain('<title>Confirm your subscription | Voltframe</title>');
    expect(await site.enquiries.subscribers.list()).toMatchObject([{ state: 'pending' }]);
    for (let count = 0; count < 2; count += 1) {
      const pressed = await site.app.inject({
        method: 'POST',
        url: '/subscribe/confirm',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `token=${token}`,
      });
      expect(pressed.statusCode).toBe(200);
    }
    expect(await site.enquiries.subscribers.list()).toMatchObject([{ state: 'confirmed' }]);
    expect((await outboxOf(site)).filter((row) => row.kind === 'welcome')).toHaveLength(1);
  });

  test('ends the subscription by one click of a mail program, also repeatedly', async () => {
    const { site, id } = await pending();
    for (let count = 0; count < 2; count += 1) {
      const response = await site.app.inject({
        method: 'POST',
        url: `/subscribe/end?token=${link(site, 'end', id, 0)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
      expect(response.statusCode).toBe(200);
    }
    expect(await site.enquiries.subscribers.list()).toEqual([]);
    expect(await site.outbox.of(id)).toEqual([]);
  });

  test('does not end the subscription when it is opened', async () => {
    const { site, id } = await pending();
    expect((await site.app.inject(`/subscribe/end?token=${link(site, 'end', id, 0)}`)).statusCode).toBe(200);
    expect(await site.enquiries.subscribers.list()).toHaveLength(1);
  });

  test.each([
    ['expired', (t: TestApp, id: string) => link(t, 'confirm', id, -1)],
    ['of another purpose', (t: TestApp, id: string) => link(t, 'end', id)],
    ['for an unknown subscriber', (t: TestApp) => link(t, 'confirm', '00000000-0000-4000-8000-000000000000')],
    [
      'of another secret',
      (t: TestApp, id: string) =>
        createSignedValues('another secret', 'confirm', t.clock.now).sign(id, t.clock.now() + 60_000),
    ],
    [
      'with a changed time',
      (t: TestApp, id: string) => link(t, 'confirm', id).replace(/\.\w+\./, '.9999999999999.'),
    ],
    ['empty', () => ''],
    ['malformed', () => '%00%ff<script>'],
  ])('that is %s changes nothing', async (_, make) => {
    const { site, id } = await pending();
    const token = encodeURIComponent(make(site, id));
    for (const method of ['GET', 'POST'] as const) {
      const response = await site.app.inject({ method, url: `/subscribe/confirm?token=${token}` });
      if (method === 'POST' || !make.toString().includes('00000000')) expect(response.statusCode).toBe(410);
    }
    expect(await site.enquiries.subscribers.list()).toMatchObject([{ state: 'pending' }]);
  });

  test.for([
    ['confirm', 'Subscribe again'],
    ['end', 'Copy the whole link'],
  ])('to %s that is not whole says what to do', async ([purpose, advice]) => {
    const { site } = await pending();
    const { body } = await site.app.inject({ url: `/subscribe/${purpose}?token=cut` });
    expect(body).toMatch(new RegExp(`<h1>This link is not valid any more</h1><p>${advice}`));
  });

  test('contains no address', async () => {
    const { site, id } = await pending();
    const token = link(site, 'confirm', id);
    expect(Buffer.from(token, 'base64url').toString()).not.toContain('example');
    expect(site.enquiries.links.confirm.read(token)?.value).toBe(id);
  });
});
