import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isWithin, type Network, parseAddress } from '../runtime/network-address.ts';

/** Addresses of IPv4 in an old format of IPv6, which `range()` of the library counts as public. */
const IPV4_COMPATIBLE: Network = [ipaddr.IPv6.parse('::'), 96];
const CONNECT_MS = 10_000;

/**
 * @param text an address.
 * @returns whether it is not public: private, loopback, link-local, shared, documentation, multicast, reserved or
 *   translated (IANA's special-purpose registries); true for a text that is no address.
 */
export function isPrivateAddress(text: string): boolean {
  const address = parseAddress(text);
  return !address || address.range() !== 'unicast' || isWithin(address, IPV4_COMPATIBLE);
}

/**
 * Resolves names to public addresses only. The connection uses the address that was checked, so a later DNS answer
 * (rebinding) has no effect.
 */
export function publicLookup(lookup: typeof systemLookup = systemLookup): LookupFunction {
  return (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const found = error ? [] : addresses.filter(({ address }) => !isPrivateAddress(address));
      const [first] = found;
      if (!first) callback(error ?? privateError(), '', 0);
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
}

function privateError(): NodeJS.ErrnoException {
  return Object.assign(new Error('The address is private'), { code: 'EPRIVATE' });
}

/** @returns `fetch` for public addresses. For others it rejects with a cause whose code is EPRIVATE. */
export function createPublicFetch(): typeof fetch {
  const open = async () => {
    const { Agent, fetch: undiciFetch } = await import('undici');
    const dispatcher = new Agent({ connect: { lookup: publicLookup(), timeout: CONNECT_MS } });
    return (url: string, init: Parameters<typeof undiciFetch>[1]) =>
      undiciFetch(url, { ...init, dispatcher });
  };
  // Imported for the first call, so that the start of the gateway does not wait for the package.
  let opened: ReturnType<typeof open> | undefined;
  return (async (url: string, init: Parameters<Awaited<ReturnType<typeof open>>>[1]) => {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    // `lookup` is not called for an address.
    if (isIP(host) !== 0 && isPrivateAddress(host))
      throw new Error('fetch failed', { cause: privateError() });
    return (await (opened ??= open()))(url, init);
  }) as unknown as typeof fetch;
}
