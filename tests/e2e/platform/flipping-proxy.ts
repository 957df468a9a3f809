import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Between a visitor and the site: it hands everything on, and flips one bit of some answers. */
export interface FlippingProxy {
  /** Where it listens. */
  url: string;
  /** Addresses (path and query) of answers that it has changed. */
  flipped: string[];
  stop(): Promise<void>;
}

/** Of the codings and lengths of the site's answers nothing is true any more. */
const LEFT_OUT = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'vary']);

/**
 * @returns where a flipped bit leaves a script that browsers would run: in a word that the code says of itself, where
 * there is one.
 */
function placeIn(body: Buffer): number {
  const text = body.toString('latin1');
  const { index } = /"[a-z]{6,}"/.exec(text) ?? /["'`][a-z-]{6,}["'`]/i.exec(text) ?? {};
  return index === undefined ? body.length >> 1 : index + 3;
}

/**
 * @param site where its gateway listens
 * @param meets which answers are changed, by their address
 */
export async function startFlippingProxy(
  site: string,
  meets: (url: string) => boolean,
): Promise<FlippingProxy> {
  const flipped: string[] = [];
  const answer = async ({ url = '/', method = 'GET' }: IncomingMessage, response: ServerResponse) => {
    const given = await fetch(site + url, { method, redirect: 'manual' });
    const body = Buffer.from(await given.arrayBuffer());
    if (meets(url) && body.length > 0) {
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
