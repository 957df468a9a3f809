import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { stopListening } from '../../../src/platform/runtime/stop-listening.ts';

test('the last connection is answered, and a new one is refused', async () => {
  const server = createServer((_, response) => response.end('answered')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const last = connect(port, '127.0.0.1');
  await once(server, 'connection');
  await stopListening(server, async () => {
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow(/ECONNREFUSED/);
    last.end('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    expect(await text(last)).toMatch(/answered$/);
  });
});
