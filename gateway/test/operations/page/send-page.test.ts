import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { requireSession, signInPage } from '../../../src/operations/page/send-page.ts';

test('the body of a request without a session is not read', async () => {
  const app = Fastify();
  app.decorateRequest('token');
  let parsed = 0;
  app.addContentTypeParser('*', (_request, payload, done) => {
    parsed++;
    payload.resume();
    done(null);
  });
  requireSession(app, { find: async () => undefined });
  app.post('/', async () => 'never');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/', headers, payload: 'a=b' });
  expect([statusCode, body.includes('for="token"'), parsed]).toEqual([200, true, 0]);
});

test('the field is described by the refusal of its token', () => {
  expect(signInPage(true).text).toContain('aria-describedby="wrong"');
  expect(signInPage(false).text).not.toContain('wrong');
});
