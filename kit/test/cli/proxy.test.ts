import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { proxiesOf } from '../../src/cli/proxy.ts';

const bin = path.resolve(import.meta.dirname, '../../src/cli/mfe.ts');

it.each([
  [{}, undefined],
  [{ HTTPS_PROXY: '' }, undefined],
  [
    { HTTPS_PROXY: 'http://proxy.test:8080' },
    { https_proxy: 'http://proxy.test:8080', no_proxy: 'localhost,127.0.0.1,[::1]' },
  ],
  [
    { http_proxy: 'http://proxy.test:8080', NO_PROXY: '.internal.test', PATH: '/bin' },
    { http_proxy: 'http://proxy.test:8080', no_proxy: '.internal.test,localhost,127.0.0.1,[::1]' },
  ],
])('with %j the proxies are %j', (env, proxies) => {
  expect(proxiesOf(env)).toEqual(proxies);
});

it('mfe reaches another host through the proxy, and its own machine without it', async () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
  });
  proxy.on('connect', (request, socket) => {
    asked.push(request.url!);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const status = async (gateway: string) => {
    const env = { HTTPS_PROXY: address, HTTP_PROXY: address, MFE_GATEWAY: gateway, MFE_TOKEN: 'vf_token' };
    const child = spawn(process.execPath, [bin, 'status'], { env });
    await Promise.all([text(child.stderr), once(child, 'exit')]);
  };
  await status('https://ops.voltframe.test');
  expect(asked).toEqual(['ops.voltframe.test:443']);
  await status('http://127.0.0.1:9');
  expect(asked).toHaveLength(1);
});
