import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { pagesBundle, remoteRelease, version } from '../../fixtures/fixture-release.ts';
import { LINES_TYPE } from '@voltframe/kit/contract/operations/operations';
import { shared } from '../../fixtures/shared.ts';
import { packOf, pageText, setUpOps } from '../operations-setup.ts';

/** A release with two megabytes of new data. */
const large = (app = 'docs') =>
  remoteRelease({
    app,
    server: pagesBundle({ [`${app}.home`]: '<h1>large</h1>' }),
    data: { 'data/noise.json': JSON.stringify(randomBytes(1024 * 1024).toString('hex')) },
  });

test('an app over its daily quota is refused with a time; other apps may publish, and it may roll back', async () => {
  const setup = await setUpOps([version('one'), version('first', 'news')], { RELEASE_DAY_MB: '3' });
  const pushed = await setup.publish(setup.team, 'docs', await packOf(large()));
  expect(pushed.body).toMatchObject({ activated: true });
  const over = await setup.publish(setup.team, 'docs', await packOf(large()));
  expect(over).toMatchObject({ status: 429, body: { code: 'QUOTA_DAY' } });
  expect(over.body.message).toMatch(/there is room for it in \d+ h \d+ min$/);
  expect(await pageText(setup)).toContain('large');
  const other = await setup.publish(setup.operator, 'news', await packOf(large('news')));
  expect(other.body).toMatchObject({ activated: true });
  expect((await setup.call('POST', '/-/releases/docs/rollback', setup.team, {})).status).toBe(200);
  expect(await pageText(setup)).toContain('one');
});

/** A gateway whose operations port takes packs over connections. */
const start = shared(async () => {
  const setup = await setUpOps([version('one'), version('first', 'news')]);
  await setup.ops.listen({ port: 0, host: '127.0.0.1' });
  const { port } = setup.ops.server.address() as AddressInfo;
  return {
    ...setup,
    /** Sends a pack, which stays incomplete unless `ends`. @returns the first piece of the answer. */
    push: (token: string, query: string, body: Buffer, ends = true) =>
      new Promise<{ status: number; first: string }>((done, failed) => {
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': 'application/gzip',
          accept: LINES_TYPE,
        };
        const sent = request({ port, method: 'PUT', path: `/-/releases/docs${query}`, headers }, (answer) =>
          answer.once('data', (first) => done({ status: answer.statusCode!, first: String(first) })),
        );
        sent.on('error', failed);
        onTestFinished(() => void sent.destroy());
        sent.write(body);
        if (ends) sent.end();
      }),
  };
});

/** A release whose page never answers: its admission takes minutes. */
const hanging = (text: string) =>
  remoteRelease({
    server: `module.exports = { pages: { 'docs.home': { loader: () => new Promise(() => {}), Component: () => ${JSON.stringify(text)} } }, islands: {}, guards: {} };`,
  });

test('a publish goes live while checks of another team hang, and a waiting check reports the running one', async () => {
  const setup = await start();
  const { push } = setup;
  const another = await setup.tokens.create({ role: 'team', app: 'docs', name: 'more', expiresAt: null });
  const checks = [
    push(setup.team, '?check=1', await packOf(hanging('a'))),
    push(another.token, '?check=1', await packOf(hanging('b'))),
  ];
  // One of them runs, the other one waits: only that one is answered.
  const { first } = await Promise.any(checks);
  expect(JSON.parse(first)).toMatchObject({ waiting: { kind: 'check', apps: ['docs'] } });
  const published = await setup.publish(setup.operator, 'news', await packOf(version('second', 'news')));
  expect(published.body).toMatchObject({ activated: true });
  expect(await pageText(setup, '/news')).toContain('second');
  for (const check of checks) check.catch(() => {});
});

test('a third pack of an app is refused while two of it arrive', async () => {
  const setup = await start();
  const { push } = setup;
  const half = (await packOf(large())).subarray(0, 100_000);
  const pushes = Array.from({ length: 3 }, () => push(setup.team, '', half, false));
  const { status, first } = await Promise.any(pushes);
  expect([status, JSON.parse(first)]).toMatchObject([429, { code: 'OPS_PUSHES' }]);
  const own = await setup.publish(setup.operator, 'news', await packOf(version('first', 'news')));
  expect(own.body).toMatchObject({ activated: true });
  for (const pushed of pushes) pushed.catch(() => {});
});
