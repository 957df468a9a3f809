import { isIPv4, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const BITS = 16;
/** Groups of the prefix of a household, and of the site of a provider's customer. */
const HOUSEHOLD_GROUPS = 4;
const SITE_GROUPS = 3;
/** Longest text of an address. Behind a proxy it comes from a header. */
const LONGEST = 45;

/**
 * The network that a limit counts: an IPv4 address, or the /64 of an IPv6 address. A household gets a /64 of addresses
 * at least (RFC 6177), so that one address is as good as any number.
 * @param address as the connection or a trusted proxy has it; undefined: the caller came by a Unix socket, or is gone.
 */
export function visitorNetwork(address: string | undefined): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? startOf(plain, HOUSEHOLD_GROUPS) : plain;
}

/**
 * @returns the larger network of a visitor, the /24 of IPv4 or the /48 of IPv6, in which one person may rent many
 * addresses.
 */
export function largerNetwork(address: string | undefined): string {
  const plain = plainAddress(address);
  if (isIPv6(plain)) return startOf(plain, SITE_GROUPS);
  return isIPv4(plain) ? `${plain.slice(0, plain.lastIndexOf('.'))}.0/24` : plain;
}

/** @returns an address without a zone, one of IPv4 in its own format. */
function plainAddress(address = ''): string {
  const [bare = ''] = address.split('%', 1);
  const mapped = MAPPED.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(bare) ? bare : address.slice(0, LONGEST);
}

/** @returns the network of the first groups of an IPv6 address. */
function startOf(address: string, count: number): string {
  const [left = [], right = []] = address.split('::').map((side) => side.split(':').filter(Boolean));
  const known = left.length + right.length + (address.includes('.') ? 1 : 0);
  const zeros = address.includes('::') ? Array.from({ length: GROUPS - known }, () => '0') : [];
  const network = [...left, ...zeros, ...right].slice(0, count);
  const text = network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
  return `${text}::/${count * BITS}`;
}
