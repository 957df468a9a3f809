import { connect } from 'node:net';
import type { Case } from '../attack.ts';
import type { HostileSite } from '../hostile-site.ts';

const PATIENCE_MS = 5_000;
/** A separate network, whose limits no other visitor shares. */
const ATTACKER_ADDRESS = '192.0.2.66';

/**
 * Writes raw bytes, and reads the answer.
 * @returns the answer until its end or a timeout; `nothing` if the connection was closed without one
 */
export function sendRaw({ gateway }: { gateway: { url: string } }, bytes: string | Buffer): Promise<string> {
  return new Promise((done) => {
    const { port } = new URL(gateway.url);
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    const end = (): void => {
      socket.destroy();
      done(answer || 'nothing');
    };
    socket.setTimeout(PATIENCE_MS, end);
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', end).on('close', end);
  });
}

/** The text of a request that closes its connection. */
export function request(line: string, headers: string[] = ['host: site.example'], body = ''): string {
  return `${[line, ...headers, 'connection: close'].join('\r\n')}\r\n\r\n${body}`;
}

/** Opens connections with incomplete requests. @returns a function that closes them */
export function halfOpen({ gateway }: HostileSite, count: number, bytes: string): () => void {
  const { port } = new URL(gateway.url);
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    return socket.on('error', () => {});
  });
  return () => sockets.forEach((socket) => socket.destroy());
}

/** Requests many addresses in parallel. @returns the count of each status: `200 × 30, 429 × 70` */
export async function flood(
  { gateway }: HostileSite,
  addresses: readonly string[],
  init: (index: number) => RequestInit = () => ({}),
): Promise<string> {
  const statuses = await Promise.all(
    addresses.map(async (address, index) => {
      const { headers, ...rest } = init(index);
      const response = await fetch(gateway.url + address, {
        redirect: 'manual',
        headers: { 'x-forwarded-for': ATTACKER_ADDRESS, ...(headers as Record<string, string>) },
        ...rest,
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  return [...new Set(statuses)]
    .toSorted((a, b) => a - b)
    .map((status) => `${status} × ${statuses.filter((other) => other === status).length}`)
    .join(', ');
}

export function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** An attack with addresses only. */
export const visits = (name: string, expected: RegExp, ...addresses: string[]): Case => [
  name,
  expected,
  (site) => site.visit(...addresses),
];

/** An attack with one post. */
export const posts = (
  name: string,
  expected: RegExp,
  address: string,
  body: string,
  headers: Record<string, string> = {},
): Case => [
  name,
  expected,
  async ({ gateway }) => {
    const response = await fetch(gateway.url + address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    return `${response.status} ${await response.text()}`;
  },
];

/** All requests were answered, none with a failure of the gateway. */
export const NO_FAILURE = /^(?!.*\b50[0-24-9] ×)\d{3} × /;
