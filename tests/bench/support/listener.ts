import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback in this process. */
export interface Listener {
  /** `http://127.0.0.1:43210` */
  url: string;
  close(): void;
}

export async function listen(answer: RequestListener): Promise<Listener> {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
