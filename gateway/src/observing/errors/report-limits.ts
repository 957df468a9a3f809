import { LRUCache } from 'lru-cache';
import { createAttemptLimit } from '../../platform/runtime/attempt-limit.ts';
import { createNetworkLimit, LARGER_TIMES } from '../../platform/runtime/network-limit.ts';
import { largerNetwork, visitorNetwork } from '../../platform/runtime/visitor-network.ts';

/** The limits of browser reports, so that no sender displaces the others. */
export interface ReportLimits {
  /** Counts a report, valid or not. @returns false when its network sent too many within a minute. */
  admit(address: string): boolean;
  /** Counts one that is good. @returns false when there were too many of all networks. */
  accept(): boolean;
  /** @returns how many of so many errors count: one network makes no app look worse than it is. */
  share(address: string, errors: number): number;
  /**
   * Counts a view that was measured.
   * @returns false when its network had too many within an hour: they would be the figures.
   */
  measured(address: string): boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PER_NETWORK = 30;
const OF_ALL = 6_000;
/** Errors of a network that count within a minute. */
const ERRORS_PER_NETWORK = 200;
/** Measured views of a network within an hour. */
const VIEWS_PER_NETWORK = 60;
const MOST_NETWORKS = 10_000;
const ALL = 'all';

/** @param now ms since the epoch. */
export function createReportLimits(now: () => number): ReportLimits {
  const perNetwork = createNetworkLimit({ most: PER_NETWORK, windowMs: MINUTE_MS, now });
  const ofAll = createAttemptLimit({ most: OF_ALL, windowMs: MINUTE_MS, now });
  const views = createNetworkLimit({ most: VIEWS_PER_NETWORK, windowMs: HOUR_MS, now });
  const shares = new LRUCache<string, { minute: number; left: number }>({ max: MOST_NETWORKS });
  const shareOf = (network: string, most: number): { minute: number; left: number } => {
    const minute = Math.floor(now() / MINUTE_MS);
    const known = shares.get(network);
    const share = known?.minute === minute ? known : { minute, left: most };
    shares.set(network, share);
    return share;
  };
  return {
    admit: (address) => perNetwork.take(address),
    accept: () => ofAll.take(ALL),
    measured: (address) => views.take(address),
    share(address, errors) {
      const own = shareOf(visitorNetwork(address), ERRORS_PER_NETWORK);
      const larger = shareOf(largerNetwork(address), ERRORS_PER_NETWORK * LARGER_TIMES);
      const counted = Math.min(errors, own.left, larger.left);
      own.left -= counted;
      larger.left -= counted;
      return counted;
    },
  };
}
