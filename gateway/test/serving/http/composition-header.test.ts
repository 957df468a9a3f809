import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { namedComposition, registerCompositionHeader } from '../../../src/serving/http/composition-header.ts';

async function headersOf(live: object | undefined) {
  const app = Fastify();
  onTestFinished(() => app.close());
  registerCompositionHeader(app, { live: () => live } as never);
  app.get('/', () => 'ok');
  const answers = [await app.inject('/'), await app.inject('/none')];
  return answers.map(({ headers }) => headers);
}

test('each answer names its composition, also an error', async () => {
  const headers = { 'x-composition': 'c1', 'content-security-policy': 'own' };
  for (const answer of await headersOf({ headers })) expect(answer).toMatchObject(headers);
});

test('an answer before the first composition has the strictest policy', async () => {
  for (const answer of await headersOf(undefined))
    expect(answer).toMatchObject({
      'x-composition': 'none',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    });
});

test.each([
  ['a'.repeat(32), 'a'.repeat(32)],
  [['a'.repeat(32)], undefined],
  ['A'.repeat(32), undefined],
  ['a'.repeat(31), undefined],
  [undefined, undefined],
])('namedComposition reads %j as %s', (value, id) => expect(namedComposition(value)).toBe(id));
