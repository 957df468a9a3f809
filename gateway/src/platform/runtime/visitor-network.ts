import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;
/** Longest text of an address. Behind a proxy it comes from a header. */
const LONGEST = 45;

/**
 * The network that a limit counts: an IPv4 address, or the /64 of an IPv6 address. A household gets a /64 of addresses
 * at least (RFC 6177), so that one address is as good as any number.
 * @param address as the connection or a trusted proxy has it.
 */
export function visitorNetwork(address: string): string {
  const [bare = ''] = address.split('%', 1); // without a zone
  const mapped = MAPPED.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return address.slice(0, LONGEST);
  const [left = [], right = []] = bare.split('::').map((side) => side.split(':').filter(Boolean));
  const known = left.length + right.length + (bare.includes('.') ? 1 : 0);
  const zeros = bare.includes('::') ? Array.from({ length: GROUPS - known }, () => '0') : [];
  const network = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
