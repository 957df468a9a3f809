import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';

/** Of a connection, until its first request: both leave the client at the same time. */
const FIRST_REQUEST_MS = 500;

/**
 * Takes no more connections. `close` of Node's HTTP server also closes each connection on which no request has begun:
 * one that came last would lose its first request.
 * @param wait resolves after so many milliseconds; the connections then have sent their first request, or send none
 */
export async function stopListening(server: Server, wait: (ms: number) => Promise<unknown>): Promise<void> {
  Listener.prototype.close.call(server);
  await wait(FIRST_REQUEST_MS);
}
