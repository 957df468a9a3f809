import type { networkInterfaces } from 'node:os';
import { isWithin, parseAddress, parseNetwork } from './network-address.ts';

/** @returns false for a text with a `/` that is no network. */
export const isHostOrNetwork = (text: string): boolean =>
  !text.includes('/') || parseNetwork(text) !== undefined;

/**
 * A container has an address in each of its networks, which is not known before it runs.
 * @param host a name, an address, or a network.
 * @param interfaces of this machine, as `os.networkInterfaces()`.
 * @returns the address of this machine in the network; the host itself when it is no network.
 * @throws when this machine has no address in it.
 */
export function ownAddress(host: string, interfaces: ReturnType<typeof networkInterfaces>): string {
  const network = parseNetwork(host);
  if (!network) return host;
  const addresses = Object.values(interfaces).flatMap((own) => own ?? []);
  const found = addresses.find(({ address: text }) => {
    const address = parseAddress(text);
    return address !== undefined && isWithin(address, network);
  });
  if (!found) throw new Error(`This machine has no address in the network ${host} (OPS_HOST).`);
  return found.address;
}
