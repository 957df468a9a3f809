import { expect, onTestFinished, test } from 'vitest';
import { openConnectionPool } from '../../../../src/serving/upstreams/client/connection-pool.ts';
import { json, silence, startFakeCms, status } from '../../../fixtures/fake-cms.ts';

async function setUp() {
  const cms = await startFakeCms();
  const pool = openConnectionPool(1, 10_000);
  onTestFinished(() => pool.close());
  const controller = new AbortController();
  const send = (path: string) =>
    pool.send(new URL(`${cms.url}${path}`), { headers: { 'x-a': 'b' }, signal: controller.signal });
  return { cms, pool, send, controller };
}

test('a call is sent as it is, and a redirect comes back as one', async () => {
  const { cms, send } = await setUp();
  cms.answer(status(302, { location: '/other' }));
  const answer = await send('/posts?page=2');
  answer.body.destroy();
  expect(answer).toMatchObject({ status: 302, headers: { location: '/other' } });
  expect([cms.asked, cms.headers[0]!['x-a']]).toEqual([['/posts?page=2'], 'b']);
});

test('a call that is called off ends at once, also while its answer does not come', async () => {
  const { cms, send, controller } = await setUp();
  cms.answer(silence);
  const asked = cms.nextRequest();
  const call = send('/slow');
  await asked;
  controller.abort();
  await expect(call).rejects.toThrow('aborted');
});

test('a connection that breaks is replaced by the next call', async () => {
  const { cms, send } = await setUp();
  cms.answer((_, request) => request.socket.destroy(), json({}));
  await expect(send('/a')).rejects.toThrow('other side closed');
  const answer = await send('/b');
  answer.body.destroy();
  expect(answer.status).toBe(200);
});

test('what is closed sends nothing', async () => {
  const { cms, pool, send } = await setUp();
  await pool.close();
  await expect(send('/a')).rejects.toThrow('destroyed');
  expect(cms.asked).toEqual([]);
});
