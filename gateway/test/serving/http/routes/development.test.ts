import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Site } from '../../../../src/serving/compositions/site.ts';
import type { Development } from '../../../../src/observing/errors/development/development.ts';
import { fastifyOptions } from '../../../../src/serving/http/fastify-options.ts';
import { registerErrorAnswers } from '../../../../src/serving/http/error-answers.ts';
import { developmentRoutes, isOwnPage } from '../../../../src/serving/http/routes/development.ts';

const TOKEN = 'a'.repeat(22);
const own = { host: 'localhost', 'sec-fetch-site': 'same-origin', 'x-development-token': TOKEN };

function open() {
  const calls: unknown[] = [];
  const app = Fastify(fastifyOptions());
  onTestFinished(() => app.close());
  registerErrorAnswers(app, {} as never);
  const site = { live: () => ({ composition: { site: { url: 'http://localhost:3000' } } }) };
  const development = {
    token: TOKEN,
    async seen(error: { message: string }) {
      calls.push(error);
      return { app: 'blog', message: error.message };
    },
  };
  void app.register(developmentRoutes, {
    site: site as Site,
    development: development as unknown as Development,
  });
  const post = (what: string, body: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/-/refresh/${what}`, payload: body, headers: { ...own, ...headers } });
  return { post, calls };
}

test('answers an error of a page with the problem to show', async () => {
  const { post } = open();
  const answer = await post('errors', { message: 'boom', stack: 'at List' });
  expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([
    200,
    { app: 'blog', message: 'boom' },
    'no-store',
  ]);
});

test.each([
  ['without the token', { message: '', stack: '' }, { 'x-development-token': '' }],
  ['with a message that is not a string', { message: {}, stack: '' }, {}],
  ['with an unknown field', { message: '', stack: '', column: 1 }, {}],
  ['with the content type of a form', { message: '', stack: '' }, { 'content-type': 'text/plain' }],
])('refuses a post %s', async (_, body, headers) => {
  const { post, calls } = open();
  const { statusCode } = await post('errors', body, headers);
  expect(statusCode).toBe(403);
  expect(calls).toEqual([]);
});

test('does not read a body without the token', async () => {
  const { post } = open();
  const body = { message: 'a'.repeat(70_000), stack: '' };
  expect((await post('errors', body, { 'x-development-token': '' })).statusCode).toBe(403);
});

test('refuses a body over the limit', async () => {
  const { post, calls } = open();
  const { statusCode } = await post('errors', { message: 'a'.repeat(70_000), stack: '' });
  expect(statusCode).toBe(413);
  expect(calls).toEqual([]);
});

const SITE = 'http://localhost:3000';
const ownPage = { ...own, host: 'localhost:3000', origin: SITE };

test('isOwnPage accepts a page of the site', () => {
  expect(isOwnPage(ownPage, SITE, TOKEN)).toBe(true);
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a rebound host name', { host: 'evil.example:3000', origin: 'http://evil.example:3000' }],
  ['a request without the token', { 'x-development-token': undefined }],
  ['a request with another token', { 'x-development-token': 'b'.repeat(22) }],
  ['a request with a part of the token', { 'x-development-token': TOKEN.slice(1) }],
])('isOwnPage refuses %s', (_, headers) => {
  expect(isOwnPage({ ...ownPage, ...headers }, SITE, TOKEN)).toBe(false);
});
