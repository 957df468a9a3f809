import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { openDevTools as open } from '../../../../../src/releasing/admission/hydration/browser/devtools.ts';

/** A browser that is played. @param answer to each message. */
async function playBrowser(
  answer: (message: Record<string, unknown>, socket: WebSocket) => void,
): Promise<string> {
  const server = createServer((_, response) =>
    // Named as it is called from where it runs.
    response.end(JSON.stringify({ webSocketDebuggerUrl: 'ws://elsewhere:1/devtools/browser/1' })),
  );
  const sockets = new WebSocketServer({ server, path: '/devtools/browser/1' });
  sockets.on('connection', (socket) =>
    socket.on('message', (data) =>
      answer(JSON.parse((data as Buffer).toString()) as Record<string, unknown>, socket),
    ),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    sockets.close();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The time of a call is over when a test says so. */
function playTime() {
  const timers = new Set<() => void>();
  const after = (_: number, callback: () => void) => {
    timers.add(callback);
    return () => void timers.delete(callback);
  };
  return { timers, after };
}
const openDevTools = (endpoint: string) => open(endpoint, playTime().after);

test('a call is answered by its id, for the page that it is of', async () => {
  const seen: unknown[] = [];
  const devtools = await openDevTools(
    await playBrowser((message, socket) => {
      seen.push(message);
      socket.send(JSON.stringify({ id: message['id'], result: { of: message['method'] } }));
    }),
  );
  expect(await devtools.call('A.b')).toEqual({ of: 'A.b' });
  expect(await devtools.call('C.d', { x: 1 }, 'page')).toEqual({ of: 'C.d' });
  expect(seen).toEqual([
    { id: 1, method: 'A.b', params: {} },
    { id: 2, method: 'C.d', params: { x: 1 }, sessionId: 'page' },
  ]);
  devtools.end();
});

test('what the browser refuses is an error', async () => {
  const refusing = await playBrowser(({ id }, socket) =>
    socket.send(JSON.stringify({ id, error: { message: 'no' } })),
  );
  const devtools = await openDevTools(refusing);
  await expect(devtools.call('A.b')).rejects.toThrow('no');
  devtools.end();
});

test('what a page says is told to who listens to it, and to nobody else', async () => {
  const told: unknown[] = [];
  const talking = await playBrowser(({ id }, socket) => {
    socket.send(JSON.stringify({ method: 'X.y', params: { a: 1 }, sessionId: 'one' }));
    socket.send(JSON.stringify({ method: 'X.y', params: { a: 2 }, sessionId: 'two' }));
    socket.send(JSON.stringify({ id, result: {} }));
  });
  const devtools = await openDevTools(talking);
  devtools.listen('one', (method, parameters) => told.push([method, parameters]));
  await devtools.call('A.b');
  expect(told).toEqual([['X.y', { a: 1 }]]);
  devtools.end();
});

test.each([
  ['more than a page may', (socket: WebSocket) => socket.send('x'.repeat(1024 * 1024 + 1)), /payload/i],
  ['nothing more', (socket: WebSocket) => socket.terminate(), /ended/],
  ['what is no JSON', (socket: WebSocket) => socket.send('{'), /no message/],
  ['nothing of use', (socket: WebSocket) => socket.send('null'), /no message/],
])('a browser that says %s ends the connection, and whoever waits is told', async (_, act, reason) => {
  const ends: string[] = [];
  const devtools = await openDevTools(await playBrowser((__, socket) => act(socket)));
  devtools.onEnd((why) => ends.push(why));
  await expect(devtools.call('A.b')).rejects.toThrow(reason);
  await expect(devtools.call('A.b')).rejects.toThrow(reason);
  expect(ends).toHaveLength(1);
});

test('a browser that never answers a call is left, and one that does is waited for no more', async () => {
  const { timers, after } = playTime();
  const slow = await playBrowser(({ id, method }, socket) => {
    if (method !== 'Never.answered') socket.send(JSON.stringify({ id, result: {} }));
  });
  const devtools = await open(slow, after);
  await devtools.call('A.b');
  expect(timers.size).toBe(0);
  const call = devtools.call('Never.answered');
  for (const over of timers) over();
  await expect(call).rejects.toThrow('it does not answer Never.answered within 30000 ms');
  await expect(devtools.call('A.b')).rejects.toThrow('Never.answered');
  expect(timers.size).toBe(0);
});

test('where there is no browser, nothing is opened', async () => {
  await expect(openDevTools('http://127.0.0.1:9')).rejects.toThrow(/fetch failed|bad port/);
});
