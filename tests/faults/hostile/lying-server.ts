import type { RequestListener, ServerResponse } from 'node:http';
import { type Listener, listen } from '../../bench/support/listener.ts';

/** A server with the listener of an attack; without one it answers 404. */
export interface LyingServer extends Listener {
  does(listener: RequestListener | undefined): void;
}

export async function startLyingServer(): Promise<LyingServer> {
  let current: RequestListener | undefined;
  const server = await listen((request, response) => {
    if (current) current(request, response);
    else response.writeHead(404).end();
  });
  return { ...server, does: (listener) => void (current = listener) };
}

const CHUNK = Buffer.alloc(64 * 1024, ' ');

/** Sends until the client closes the connection. */
export function sendWithoutEnd(response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write(CHUNK));
  };
  response.on('drain', more);
  more();
}
