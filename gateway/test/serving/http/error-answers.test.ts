import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import { createEncodedBody } from '../../../src/serving/responses/encoded-body.ts';
import { registerErrorAnswers } from '../../../src/serving/http/error-answers.ts';
import type { PageService } from '../../../src/serving/pages/page-service.ts';

/** An app whose pages throw. */
function appWith(thrown: Error = new Error('secret')) {
  const app = Fastify();
  onTestFinished(() => app.close());
  const pages = {
    errorDocument: async (_: unknown, { status, message }: { status: number; message: string }) =>
      createEncodedBody(`<h1>${status}</h1>${message}`),
  } as unknown as PageService;
  app.decorateRequest('served', undefined);
  registerErrorAnswers(app, pages);
  app.get('/boom', () => Promise.reject(thrown));
  app.get('/api/boom', { config: { errors: 'json' } }, () => Promise.reject(thrown));
  return app;
}

describe('an error', () => {
  test.each([
    ['/boom', {}, 'text/html'],
    ['/boom', { accept: 'application/json' }, 'application/json'],
  ])('at %s for the headers %j has the type %s', async (url, headers, type) => {
    const response = await appWith().inject({ url, headers });
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      500,
      expect.stringContaining(type),
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('without a catalogue entry does not show its message', async () => {
    const { body } = await appWith().inject('/api/boom');
    expect(JSON.parse(body)).toEqual({
      status: 500,
      code: 'SITE_UNEXPECTED',
      message: 'Something went wrong on our side.',
      fatal: true,
    });
  });

  test('of the framework has its status but not its message', async () => {
    const refused = Object.assign(new Error('secret'), { statusCode: 413, code: 'FST_TOO_LARGE' });
    const response = await appWith(refused).inject('/api/boom');
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([413, 'GW_BAD_REQUEST']);
    expect(response.body).not.toContain('secret');
  });

  test('of a method that an address does not take is sent without parsing the body', async () => {
    const app = appWith();
    let parsed = 0;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
      parsed++;
      done(null, body);
    });
    const headers = { 'content-type': 'application/json' };
    const { statusCode, headers: sent } = await app.inject({
      method: 'POST',
      url: '/boom',
      headers,
      payload: '{}',
    });
    expect([statusCode, sent['allow'], parsed]).toEqual([405, 'GET, HEAD', 0]);
  });

  test('of an address without a route is sent for a body of any type', async () => {
    const headers = { 'content-type': 'application/x-unknown' };
    const response = await appWith().inject({ method: 'POST', url: '/nothing', headers, payload: 'x' });
    expect(response.statusCode).toBe(405);
  });

  test.each([
    [429, '60'],
    [503, '2'],
    [400, undefined],
  ])('with status %i has the retry-after header %s', async (statusCode, after) => {
    const thrown = Object.assign(siteErrors.PAGE_NOT_FOUND({ path: '/' }), { status: statusCode });
    expect((await appWith(thrown).inject('/api/boom')).headers['retry-after']).toBe(after);
  });
});
