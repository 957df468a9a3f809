import { Agent } from 'undici';

/** One answer, not read yet. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: AsyncIterable<Uint8Array> & { destroy(): unknown };
}

/** Sends one GET; follows nothing. */
export type SendCall = (
  address: URL,
  call: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<RawAnswer>;

/** Connections to one upstream, kept open between calls. */
export interface ConnectionPool {
  send: SendCall;
  close(): Promise<void>;
}

/** Of the head of an answer, in bytes. */
const MAX_HEADERS = 16 * 1024;

/** @param timeoutMs for whatever hangs without the call's signal: a connection that is opened, a body that stops. */
export function openConnectionPool(connections: number, timeoutMs: number): ConnectionPool {
  const agent = new Agent({
    connections,
    maxHeaderSize: MAX_HEADERS,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  return {
    async send({ origin, pathname, search }, { headers, signal }) {
      const answer = await agent.request({ origin, path: pathname + search, method: 'GET', headers, signal });
      // What is destroyed before its end says so to somebody.
      answer.body.on('error', () => {});
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    },
    close: () => agent.destroy(),
  };
}
