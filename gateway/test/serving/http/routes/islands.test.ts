import { islandKey } from '@voltframe/kit/contract/page/island';
import Fastify from 'fastify';
import { hash } from 'ohash';
import { expect, test } from 'vitest';
import { registerErrorAnswers } from '../../../../src/serving/http/error-answers.ts';
import { fastifyOptions } from '../../../../src/serving/http/fastify-options.ts';
import { createRenderingLimit } from '../../../../src/serving/http/rendering-limit.ts';
import { islandRoutes } from '../../../../src/serving/http/routes/islands.ts';

/** The route of an island whose limit counts every reading of long props. */
function island(most: number) {
  const app = Fastify({ ...fastifyOptions(), bodyLimit: 1_000_000 });
  registerErrorAnswers(app, {} as never);
  const stored = new Map<string, never>();
  let rendered = 0;
  const renderer = {
    async island(_name: string, _props: unknown, { admit }: { admit(): void }) {
      admit();
      rendered++;
      return { value: { html: '' }, inputs: {} };
    },
  };
  const served = {
    headers: {},
    composition: { islands: { Hero: { app: 'docs', css: [] } } },
    answers: {
      find: (address: string) => stored.get(address),
      store: (address: string, body: never) => stored.set(address, body),
    },
    embedded: new Set(),
    renderer,
  };
  app.decorateRequest('served', { getter: () => served as never });
  app.decorateRequest('preview', { getter: () => undefined });
  const limit = createRenderingLimit(most, () => 0);
  void app.register(islandRoutes, { site: undefined as never, renderingLimit: limit });
  const post = async (key: string, props: unknown) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/__nuxt_island/${key}.json`,
      headers: { 'content-type': 'text/plain' },
      payload: JSON.stringify(props),
    });
    return answer.statusCode;
  };
  return { post, rendered: () => rendered };
}

const long = { text: 'a'.repeat(60_000) };
const keyOf = (props: Record<string, unknown>) => islandKey('Hero', props, hash);

test('long props count for the network of the visitor before they are read and hashed', async () => {
  const { post } = island(2);
  const wrong = `Hero_${'0'.repeat(20)}`;
  const many = Array.from({ length: 20_000 }, () => ({}));
  expect([await post(wrong, long), await post(wrong, many), await post(wrong, long)]).toEqual([
    400, 400, 429,
  ]);
});

test('long props with a known hash count once, for all visitors of their page', async () => {
  const { post, rendered } = island(1);
  const key = keyOf(long);
  expect([await post(key, long), await post(key, long), rendered()]).toEqual([200, 200, 1]);
  const other = { text: 'b'.repeat(60_000) };
  expect([await post(keyOf(other), other), await post(key, other)]).toEqual([429, 429]);
});
