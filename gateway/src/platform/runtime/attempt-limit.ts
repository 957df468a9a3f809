import { isIPv4, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { gatewayErrors } from '../errors.ts';
import { createTimeWindow, type TimeWindow } from './time-window.ts';

/** Most keys in memory; the least recently used one is dropped. */
const MAX_KEYS = 10_000;

/** Limits how often something may happen for each key (an address, say) within a window of time. */
export function createAttemptLimit({
  most,
  windowMs,
  now,
}: {
  most: number;
  windowMs: number;
  now: () => number;
}) {
  const windows = new LRUCache<string, TimeWindow>({
    max: MAX_KEYS,
    memoMethod: () => createTimeWindow(windowMs, now),
  });
  const waitMs = (key: string): number | undefined => {
    const window = windows.memo(key);
    if (window.count() >= most) return window.endsInMs();
    window.add();
    return undefined;
  };
  return {
    /** @returns whether `take` would return false now. */
    isSpent: (key: string): boolean => (windows.get(key)?.count() ?? 0) >= most,
    /** Counts one attempt. @returns false when the limit was already reached. */
    take: (key: string): boolean => waitMs(key) === undefined,
    /** As `take`. @returns undefined, or the ms until it would be allowed. */
    waitMs,
  };
}

/**
 * Factor of the limit of a larger network: an office or a provider has several addresses in it, and so has a person
 * who rents them.
 */
const LARGER_TIMES = 10;

/**
 * Limits how often something may happen for each network of visitors, and for the larger network that it is part of,
 * within a window of time.
 * @param keyOf the key of a network in memory; absent: its text.
 * @param atOnce most concurrent operations of each network, counted by `begin`; absent: any number.
 */
export function createNetworkLimit({
  most,
  windowMs,
  now,
  keyOf = (network) => network,
  atOnce = Infinity,
}: {
  most: number;
  windowMs: number;
  now: () => number;
  keyOf?: (network: string) => string;
  atOnce?: number;
}) {
  const underWay = new Map<string, number>();
  const own = createAttemptLimit({ most, windowMs, now });
  const larger = createAttemptLimit({ most: most * LARGER_TIMES, windowMs, now });
  /** Counts one attempt. @param address of a visitor. @returns undefined, or the ms until an attempt is allowed. */
  const waitMs = (address: string): number | undefined => {
    const around = keyOf(largerNetwork(address));
    // An attempt that the larger network refuses does not count for the visitor's own network.
    if (larger.isSpent(around)) return larger.waitMs(around);
    return own.waitMs(keyOf(visitorNetwork(address))) ?? larger.waitMs(around);
  };
  return {
    waitMs,
    /** As `waitMs`. @returns false when there were too many already. */
    take: (address: string): boolean => waitMs(address) === undefined,
    /** @returns ends the operation that begins now; undefined while the network has too many. */
    begin(address: string): (() => void) | undefined {
      const key = keyOf(visitorNetwork(address));
      const add = (more: number): void => {
        const sum = (underWay.get(key) ?? 0) + more;
        if (sum > 0) underWay.set(key, sum);
        else underWay.delete(key);
      };
      if ((underWay.get(key) ?? 0) >= atOnce) return undefined;
      add(1);
      return () => add(-1);
    },
  };
}

export type RenderingLimit = ReturnType<typeof createRenderingLimit>;

const MINUTE_MS = 60_000;

/** The limit of uncached renderings for a visitor's network. @param most a minute, of a network; 0 = any number. */
export function createRenderingLimit(most: number, now: () => number) {
  const limit = createNetworkLimit({ most, windowMs: MINUTE_MS, now });
  return {
    /**
     * Counts one rendering. @param address of the visitor. @throws GW_RENDER_LIMIT when the limit was already
     * reached.
     */
    admit(address: string): void {
      if (most > 0 && !limit.take(address)) throw gatewayErrors.RENDER_LIMIT({ most });
    },
  };
}

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
