import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerFigures } from '../../../../src/releasing/operations/routes/figures.ts';

const DIGEST = 'd'.repeat(64);
const TOKENS: Record<string, object> = {
  'vf_of-the-team-of-docs-1234': { role: 'team', app: 'docs', name: 'docs' },
  'vf_of-an-operator-12345678': { role: 'operator', app: null, name: 'op' },
};
const [TEAM, OPERATOR] = Object.keys(TOKENS) as [string, string];

function operationsPort() {
  const app = Fastify();
  app.setErrorHandler((error: Error, _request, reply) =>
    isPlatformError(error) ? reply.code(error.status).send({ code: error.code }) : error,
  );
  registerFigures(app, {
    tokens: { find: async (secret: string) => TOKENS[secret] } as never,
    site: { live: () => ({ composition: { apps: { docs: DIGEST, news: DIGEST } } }) } as never,
    figures: {
      of: async (of, release) =>
        release === DIGEST ? { app: of, release, since: 7, routes: [] } : undefined,
      series: async () => [],
    },
  });
  return async (url: string, token: string) => {
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    return { status: answer.statusCode, body: answer.json<unknown>() };
  };
}

test('figures of an app are shown to its team and to operators, and to nobody else', async () => {
  const get = operationsPort();
  const answer = { status: 200, body: { app: 'docs', release: DIGEST, since: 7, routes: [] } };
  expect(await get('/-/figures/docs', TEAM)).toEqual(answer);
  expect(await get(`/-/figures/docs?release=${DIGEST}`, OPERATOR)).toEqual(answer);
  expect((await get('/-/figures/news', TEAM)).status).toBe(403);
  expect((await get('/-/figures/nobody', TEAM)).status).toBe(403);
  expect((await get('/-/figures/docs', 'vf_unknown-unknown-unknown')).status).toBe(401);
});

test.each([
  ['/-/figures/nobody', 404, 'GW_APP_UNKNOWN'],
  ['/-/figures/__proto__', 404, 'GW_APP_UNKNOWN'],
  [`/-/figures/docs?release=${'e'.repeat(64)}`, 404, 'GW_RELEASE_UNKNOWN'],
  ['/-/figures/docs?release=dd', 400, 'GW_BAD_REQUEST'],
  ['/-/figures/docs?release=a&release=b', 400, 'GW_BAD_REQUEST'],
])('%s is answered %i', async (url, status, code) => {
  expect(await operationsPort()(url, OPERATOR)).toEqual({ status, body: { code } });
});
