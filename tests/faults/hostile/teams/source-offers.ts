import { within } from '../../../bench/support/waiting.ts';
import type { HostileSite } from '../hostile-site.ts';

export const ACCEPTED = /^accepted$/;
export const IGNORED = /^ignored$/;
/** The gateway polls a source five times a second; a good release takes as long as its admission. */
const PATIENCE_MS = 2_500;
const ADMISSION_MS = 60_000;
/** The gateway gives up a hanging source after 15 s, and requests no other offer until then. */
const LONGEST_LOOK_MS = 20_000;
export const BUNDLE = 'server/server.cjs';

/**
 * @param patienceMs the wait after the first request. @param isRequested whether the gateway has requested the offer.
 * @returns whether the gateway has accepted the offer
 */
export async function offered(
  site: HostileSite,
  offer: () => void,
  end: () => void,
  patienceMs: number,
  isRequested: () => boolean = () => true,
): Promise<string> {
  const before = await site.live();
  offer();
  try {
    if (!(await within(LONGEST_LOOK_MS, isRequested))) return 'not requested';
    return (await within(patienceMs, async () => (await site.live()) !== before)) ? 'accepted' : 'ignored';
  } finally {
    end();
  }
}

export const patienceOf = (expected: RegExp): number => (expected === ACCEPTED ? ADMISSION_MS : PATIENCE_MS);
