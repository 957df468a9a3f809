import { createAttemptLimit } from '../../platform/runtime/attempt-limit.ts';
import { createNetworkLimit } from '../../platform/runtime/network-limit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PER_NETWORK = 30;
const OF_ALL = 6_000;
/** Errors of a network that count within a minute. */
const ERRORS_PER_NETWORK = 200;
/** Measured views of a network within an hour. */
const VIEWS_PER_NETWORK = 60;
const ALL = 'all';

export type ReportLimits = ReturnType<typeof createReportLimits>;

/** The limits of browser reports, so that no sender displaces the others. @param now ms since the epoch. */
export function createReportLimits(now: () => number) {
  const perNetwork = createNetworkLimit({ most: PER_NETWORK, windowMs: MINUTE_MS, now });
  const ofAll = createAttemptLimit({ most: OF_ALL, windowMs: MINUTE_MS, now });
  const views = createNetworkLimit({ most: VIEWS_PER_NETWORK, windowMs: HOUR_MS, now });
  const counted = createNetworkLimit({ most: ERRORS_PER_NETWORK, windowMs: MINUTE_MS, now });
  return {
    /** Counts a report, valid or not. @returns false when its network sent too many within a minute. */
    admit: perNetwork.take,
    /** Counts a valid report. @returns false when all networks together sent too many. */
    accept: () => ofAll.take(ALL),
    /**
     * Counts a view that was measured.
     * @returns false when its network sent too many within an hour, so that one network does not decide the figures.
     */
    measured: views.take,
    /** @param errors of the report. @returns the number of errors that count, limited for each network. */
    share(address: string, errors: number): number {
      let times = 0;
      while (times < errors && counted.take(address)) times++;
      return times;
    },
  };
}
