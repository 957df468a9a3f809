import { timeText } from '../output/text-table.ts';

/** How often a gateway is asked what is live, in milliseconds: what moves on is followed within 5 s. */
const LOOK_MS = 1500;
/** From when on somebody is told that it is not. */
const LATE_MS = 3000;
const SLOW = 'its gateway does not answer, or what it names is still on the way';

export interface FollowPorts {
  /** Asks what is live; resolves when it is shown here. */
  look(): Promise<void>;
  wait(ms: number): Promise<void>;
  /** Milliseconds since the epoch. */
  now(): number;
  tell(text: string): void;
  signal: AbortSignal;
}

/**
 * Keeps looking at a live site, and says once since when it cannot be followed.
 * @param start when the site that is shown was seen, and whether that it is an old one was told already
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
      if (told) tell('mfe: the rest of the site is followed again\n');
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
