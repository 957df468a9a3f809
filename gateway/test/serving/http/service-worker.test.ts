import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import vm from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createServiceWorkerRemoval } from '../../../src/serving/http/service-worker.ts';

async function start() {
  const answered: number[] = [];
  const server = createServer(
    createServiceWorkerRemoval(
      { headers: () => ({ 'x-composition': 'c1' }), answered: (status) => answered.push(status) },
      (_request, response) => void response.end('bytes of a release'),
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const get = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/assets/docs/a.js`, { headers });
  return { get, answered };
}

test('a request for the script of a service worker gets no bytes of a release', async () => {
  const { get, answered } = await start();
  const response = await get({ 'Service-Worker': 'script' });
  expect(await response.text()).not.toContain('release');
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('cache-control'),
    // Otherwise a worker with a wider scope than the folder of its script stays.
    response.headers.get('service-worker-allowed'),
  ]).toEqual([200, 'text/javascript; charset=utf-8', 'no-store', '/']);
  expect([response.headers.get('x-composition'), answered]).toEqual(['c1', [200]]);
});

test('other requests are passed on', async () => {
  const { get, answered } = await start();
  expect(await (await get({})).text()).toBe('bytes of a release');
  expect(answered).toEqual([]);
});

test('the script replaces the worker at once and removes it', async () => {
  const { get } = await start();
  const script = await (await get({ 'Service-Worker': 'script' })).text();
  const listeners = new Map<string, (event: unknown) => void>();
  const self = {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    skipWaiting: vi.fn<() => void>(),
    registration: { unregister: vi.fn<() => Promise<boolean>>(async () => true) },
  };
  vm.runInNewContext(script, { self });
  listeners.get('install')!({});
  const waitUntil = vi.fn<(work: unknown) => void>();
  listeners.get('activate')!({ waitUntil });
  expect(
    [self.skipWaiting, self.registration.unregister, waitUntil].map((call) => call.mock.calls.length),
  ).toEqual([1, 1, 1]);
});
