import type { Token } from '@voltframe/kit/contract/operations/credentials';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { html } from '../../../../src/releasing/operations/page/html.ts';
import { signInPage, viewsOn } from '../../../../src/releasing/operations/page/send-page.ts';
import type { Sessions } from '../../../../src/releasing/operations/page/session.ts';

const ada = { role: 'operator', app: null, name: 'ada' } as Token;

async function open(you: Token | undefined) {
  const app = Fastify();
  const sessions = { find: async () => you } as unknown as Sessions;
  viewsOn(app, { sessions })('GET', '/', async ({ name }) => ({
    title: 'Here',
    body: html`<h1>for ${name}</h1>`,
    status: 201,
  }));
  return app.inject('/');
}

test('a signed-in user sees the page, which is not cached and allows only its own script', async () => {
  const { statusCode, headers, body } = await open(ada);
  expect([statusCode, body.includes('<h1>for ada</h1>')]).toEqual([201, true]);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'self'/),
    'x-frame-options': 'DENY',
  });
});

test('a request without a session is answered with the form to sign in', async () => {
  const { statusCode, body } = await open(undefined);
  expect([statusCode, body.includes('for="token"'), body.includes('for ada')]).toEqual([200, true, false]);
});

test('the body of a request without a session is not read', async () => {
  const app = Fastify();
  let parsed = 0;
  app.addContentTypeParser('*', (_request, payload, done) => {
    parsed++;
    payload.resume();
    done(null);
  });
  const sessions = { find: async () => undefined } as unknown as Sessions;
  viewsOn(app, { sessions })('POST', '/', async () => '/never');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/', headers, payload: 'a=b' });
  expect([statusCode, body.includes('for="token"'), parsed]).toEqual([200, true, 0]);
});

test('the field is described by the refusal of its token', () => {
  expect(signInPage(true).text).toContain('aria-describedby="wrong"');
  expect(signInPage(false).text).not.toContain('wrong');
});
