import { BlockList, isIP } from 'node:net';
import type { networkInterfaces } from 'node:os';

/** @returns the network that a text like `10.90.0.0/24` names; undefined: it names none. */
function networkOf(text: string): BlockList | undefined {
  const [, base = '', bits] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = isIP(base);
  if (family === 0 || Number(bits) > (family === 6 ? 128 : 32)) return undefined;
  const network = new BlockList();
  network.addSubnet(base, Number(bits), `ipv${family as 4 | 6}`);
  return network;
}

/** @returns false for a text with a `/` that is no network. */
export const isHostOrNetwork = (text: string): boolean =>
  !text.includes('/') || networkOf(text) !== undefined;

/**
 * A container has an address in each of its networks, which is not known before it runs.
 * @param host a name, an address, or a network.
 * @param interfaces of this machine, as `os.networkInterfaces()`.
 * @returns the address of this machine in the network; the host itself when it is no network.
 * @throws when this machine has no address in it.
 */
export function ownAddress(host: string, interfaces: ReturnType<typeof networkInterfaces>): string {
  const network = networkOf(host);
  if (!network) return host;
  const own = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .find(({ address, family }) => network.check(address, family === 'IPv6' ? 'ipv6' : 'ipv4'));
  if (!own) throw new Error(`This machine has no address in the network ${host} (OPS_HOST).`);
  return own.address;
}
