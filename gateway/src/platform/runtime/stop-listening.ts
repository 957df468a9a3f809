import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';

/** Longest wait for the first request of a connection, which the client sends right after it connects. */
const FIRST_REQUEST_MS = 500;

/**
 * Accepts no more connections. `close` of Node's HTTP server also closes each connection on which no request has
 * begun, so the newest connection would lose its first request.
 * @param wait resolves after so many milliseconds; the connections then have sent their first request, or send none
 */
export async function stopListening(server: Server, wait: (ms: number) => Promise<unknown>): Promise<void> {
  Listener.prototype.close.call(server);
  await wait(FIRST_REQUEST_MS);
}
