import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createOriginSource } from '../../../../src/releasing/releases/sources/origin-source.ts';
import { remoteRelease } from '../../../fixtures/fixture-release.ts';

const { release, files } = remoteRelease();

async function originOf(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void (server.closeAllConnections(), server.close()));
  return createOriginSource('docs', `http://127.0.0.1:${(server.address() as AddressInfo).port}`, fetch);
}

test('an origin offers its release once, and again only when its ETag changes', async () => {
  let etag = '"1"';
  const source = await originOf((request, response) => {
    const file = request.url!.slice(1);
    if (file !== 'release.json') return void response.end(files.get(file));
    response.setHeader('etag', etag);
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.end(JSON.stringify(release));
  });
  const offer = await source.look(undefined);
  expect(offer!.version).toBe('"1"');
  expect(JSON.parse(offer!.manifest).digest).toBe(release.digest);
  const body = files.get('server/server.cjs')!;
  expect(await offer!.read('server/server.cjs', body.length)).toEqual({ bytes: body.length, body });
  expect(await source.look('"1"')).toBeUndefined();
  etag = '"2"';
  expect((await source.look('"1"'))!.version).toBe('"2"');
});

test.each<[string, RequestListener]>([
  [
    'sends without end',
    (_, response) => {
      const sending = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.on('close', () => clearInterval(sending));
    },
  ],
  [
    'sends less than its content-length',
    (_, response) =>
      void response.writeHead(200, { 'content-length': '50' }).write('12345', () => response.destroy()),
  ],
  ['answers 500', (_, response) => void response.writeHead(500).end()],
  [
    'redirects elsewhere',
    (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  ],
])('a look at an origin that %s fails', async (_, listener) => {
  const source = await originOf(listener);
  await expect(source.look(undefined)).rejects.toThrow(/Too large|answered 500|fetch failed|terminated/);
});
