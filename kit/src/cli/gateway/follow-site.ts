import { timeText } from '../output/text-table.ts';

/** Interval of queries for the live composition, in milliseconds: changes are followed within 5 s. */
const LOOK_MS = 1500;
/** Time without an answer after which a message is printed, in milliseconds. */
const LATE_MS = 3000;
const SLOW = 'its gateway does not answer, or its releases are still being fetched';

export interface FollowPorts {
  /** Queries the live composition; resolves when it is served here. */
  look(): Promise<void>;
  wait(ms: number): Promise<void>;
  /** Milliseconds since the epoch. */
  now(): number;
  tell(text: string): void;
  signal: AbortSignal;
}

/**
 * Follows a live site, and prints once since when it cannot be followed.
 * @param start time of the served site, and whether a message about its age was already printed
 * @returns when the signal is aborted
 */
export async function followSite(
  { look, wait, now, tell, signal }: FollowPorts,
  start: { seenAt: number; told: boolean },
): Promise<void> {
  let { seenAt, told } = start;
  let reason = SLOW;
  let looking = false;
  const lookOnce = async (): Promise<void> => {
    looking = true;
    try {
      await look();
      seenAt = now();
      reason = SLOW;
      if (told) tell('mfe: the rest of the site is up to date again\n');
      told = false;
    } catch (error) {
      reason = (error as Error).message;
    }
    looking = false;
  };
  while (!signal.aborted) {
    if (!looking) void lookOnce();
    await wait(LOOK_MS);
    if (signal.aborted || told || now() - seenAt < LATE_MS) continue;
    told = true;
    tell(`mfe: the rest of the site is as it was at ${timeText(seenAt)}: ${reason}\n`);
  }
}
