import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between a visitor and the site that flips one bit in some answers. */
export interface FlippingProxy {
  /** Its address. */
  url: string;
  /** Addresses (path and query) of the changed answers. */
  flipped: string[];
  stop(): Promise<void>;
}

/** Headers that are no longer correct after a change. */
const LEFT_OUT = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'vary']);

/** @returns a position at which a flipped bit leaves a script valid: in a string literal if the script has one. */
function placeIn(body: Buffer): number {
  const text = body.toString('latin1');
  const { index } = /"[a-z]{6,}"/.exec(text) ?? /["'`][a-z-]{6,}["'`]/i.exec(text) ?? {};
  return index === undefined ? body.length >> 1 : index + 3;
}

/**
 * @param site the address of its gateway
 * @param matches which answers are changed, by their address
 */
export async function startFlippingProxy(
  site: string,
  matches: (url: string) => boolean,
): Promise<FlippingProxy> {
  const flipped: string[] = [];
  const answer = async ({ url = '/', method = 'GET' }: IncomingMessage, response: ServerResponse) => {
    const given = await fetch(site + url, { method, redirect: 'manual' });
    const body = Buffer.from(await given.arrayBuffer());
    if (matches(url) && body.length > 0) {
      body[placeIn(body)]! ^= 1;
      flipped.push(url);
    }
    response.statusCode = given.status;
    for (const [name, value] of given.headers) if (!LEFT_OUT.has(name)) response.setHeader(name, value);
    response.end(body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    flipped,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
