import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses that are not public: private, loopback, link-local, shared, documentation, multicast, reserved (IANA's
 * special-purpose registries).
 */
const NETWORKS = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '::/127 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 ff00::/8',
];
const CONNECT_MS = 10_000;

const blocked = new BlockList();
for (const network of NETWORKS.join(' ').split(' ')) {
  const [base = '', bits] = network.split('/');
  blocked.addSubnet(base, Number(bits), `ipv${isIP(base) as 4 | 6}`);
}

/** @param address IPv4 or IPv6, as text. @returns whether it is not public. */
export function isPrivateAddress(address: string): boolean {
  return blocked.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
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
