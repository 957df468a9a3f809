import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnSocket } from '../../../../src/platform/runtime/operations-socket.ts';
import { pagesBundle, remoteRelease, version } from '../../../fixtures/fixture-release.ts';
import { packOf, pageText, setUpOps } from '../operations-setup.ts';

/** A release with two megabytes that nobody has seen before. */
const large = (app = 'docs') =>
  remoteRelease({
    app,
    server: pagesBundle({ [`${app}.home`]: '<h1>large</h1>' }),
    data: { 'data/noise.json': JSON.stringify(randomBytes(1024 * 1024).toString('hex')) },
  });

test('an app that used up its bytes of the day is told when there is room; another one publishes, and it may go back', async () => {
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

test('previews of an app end before there are more of them, also when the gateway started anew', async () => {
  const setup = await setUpOps([version('one')], { PREVIEWS_PER_APP: '1' });
  const first = await setup.publish(setup.team, 'docs', await packOf(version('two')), '?preview=1');
  expect(first.body.previewUrl).toBeDefined();
  const again = await setup.publish(setup.team, 'docs', await packOf(version('two')), '?preview=1');
  expect(again.body.previewUrl).toBeDefined();
  const { ops } = await setup.restart();
  const response = await ops.inject({
    method: 'PUT',
    url: '/-/releases/docs?preview=1',
    headers: { authorization: `Bearer ${setup.team}`, 'content-type': 'application/gzip' },
    payload: await packOf(version('three')),
  });
  expect(response.json()).toMatchObject({ status: 429, code: 'QUOTA_PREVIEWS' });
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(3_600);
});

test('on a socket the same tokens count, and only those that do not work are limited', async () => {
  const setup = await setUpOps([version('one')]);
  await setup.ops.ready();
  const file = path.join(setup.folder, 'operations.sock');
  const socket = await listenOnSocket(file, setup.ops.routing);
  onTestFinished(() => socket.close());
  const statusOf = (token: string) =>
    new Promise<number | undefined>((done, failed) => {
      const headers = { authorization: `Bearer ${token}` };
      request({ socketPath: file, path: '/-/status', headers }, ({ statusCode }) => done(statusCode))
        .on('error', failed)
        .end();
    });
  const wrong = [];
  for (let times = 0; times < 31; times++) wrong.push(await statusOf('x'.repeat(40)));
  expect([wrong[0], wrong[30], await statusOf(setup.operator)]).toEqual([401, 429, 200]);
});
