import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback with the listener of an attack; without one it answers 404. */
export interface LyingServer {
  url: string;
  does(listener: RequestListener | undefined): void;
  close(): Promise<void>;
}

export async function startLyingServer(): Promise<LyingServer> {
  let current: RequestListener | undefined;
  const server = createServer((request, response) => {
    if (current) current(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    does: (listener) => void (current = listener),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
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
