import { connect } from 'node:net';
import type { Case } from '../attack.ts';
import type { HostileSite } from '../hostile-site.ts';

const PATIENCE_MS = 5_000;
/** Of a network of its own: what it uses up, the next visitor has still. */
const ATTACKER_ADDRESS = '192.0.2.66';

/**
 * Writes bytes as no client would, and reads what comes back.
 * @returns the answer, up to its end or the end of patience; `nothing` when the connection was closed without one
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

/** A request by hand; the connection ends with it. */
export function request(line: string, headers: string[] = ['host: site.example'], body = ''): string {
  return `${[line, ...headers, 'connection: close'].join('\r\n')}\r\n\r\n${body}`;
}

/** Opens connections that never finish what they began. @returns ends them */
export function halfOpen({ gateway }: HostileSite, count: number, bytes: string): () => void {
  const { port } = new URL(gateway.url);
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    return socket.on('error', () => {});
  });
  return () => sockets.forEach((socket) => socket.destroy());
}

/** Asks for many addresses at once. @returns how often each status came: `200 × 30, 429 × 70` */
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

/** An attack by addresses alone. */
export const visits = (name: string, ends: RegExp, ...addresses: string[]): Case => [
  name,
  ends,
  (site) => site.visit(...addresses),
];

/** An attack by one post. */
export const posts = (
  name: string,
  ends: RegExp,
  address: string,
  body: string,
  headers: Record<string, string> = {},
): Case => [
  name,
  ends,
  async ({ gateway }) => {
    const response = await fetch(gateway.url + address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    return `${response.status} ${await response.text()}`;
  },
];

/** Every one was answered, none by a failure of the gateway. */
export const NO_FAILURE = /^(?!.*\b50[0-24-9] ×)\d{3} × /;
