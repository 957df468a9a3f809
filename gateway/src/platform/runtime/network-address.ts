import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = [first: Address, bits: number];

/** Longest text of an address: IPv6 with a zone, brackets and a port. Behind a proxy it comes from a header. */
const LONGEST = 64;

/**
 * @param text as a connection or a proxy has it: `203.0.113.8`, also with a port (`203.0.113.8:50001`,
 *   `[2001:db8::1]:443`), in brackets, or with a zone (`fe80::1%eth0`).
 * @returns an IPv4 address that is written as IPv6 as IPv4; undefined for a text that is no address.
 */
export function parseAddress(text: string): Address | undefined {
  if (text.length > LONGEST) return undefined;
  const [, bare = text] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? [];
  // The library reads ::8.8.8.8 as ::ffff:8.8.8.8, which is another address.
  const plain = bare.replace(/^::(?=\d+\.)/, '::0:');
  // `isValid` also accepts numbers, such as 1 for 0.0.0.1.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(plain) || ipaddr.IPv6.isValid(plain);
  return isAddress ? ipaddr.process(plain) : undefined;
}

/** @returns the network that a text like `10.90.0.0/24` names; undefined: it names none. */
export function parseNetwork(text: string): Network | undefined {
  const isNetwork = ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);
  return isNetwork ? ipaddr.parseCIDR(text) : undefined;
}

export function isWithin(address: Address, [first, bits]: Network): boolean {
  return address.kind() === first.kind() && address.match(first, bits);
}

/** Bits of the prefixes of a household, and of the site of a provider's customer. */
const HOUSEHOLD_BITS = 64;
const SITE_BITS = 48;
const IPV4_SITE_BITS = 24;
/** Longest part of a text that is no address. */
const LONGEST_UNKNOWN = 45;

/**
 * The network that a limit counts: an IPv4 address, or the /64 of an IPv6 address. A household gets a /64 of addresses
 * at least (RFC 6177), so that one address is as good as any number.
 * @param text as the connection or a trusted proxy has it; undefined: the caller came by a Unix socket, or is gone.
 */
export function visitorNetwork(text = ''): string {
  const address = parseAddress(text);
  if (!address) return text.slice(0, LONGEST_UNKNOWN);
  return address.kind() === 'ipv4' ? address.toString() : networkText(address, HOUSEHOLD_BITS);
}

/**
 * @returns the larger network of a visitor, the /24 of IPv4 or the /48 of IPv6, in which one person may rent many
 * addresses.
 */
export function largerNetwork(text = ''): string {
  const address = parseAddress(text);
  if (!address) return text.slice(0, LONGEST_UNKNOWN);
  return networkText(address, address.kind() === 'ipv4' ? IPV4_SITE_BITS : SITE_BITS);
}

/** @param bits a multiple of 8. */
function networkText(address: Address, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
