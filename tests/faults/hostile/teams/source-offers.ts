import { type Draft, seal, server } from '../../draft-release.ts';
import { readDraft } from '../../push-drafts.ts';
import { ATTACKER, type HostileSite } from '../hostile-site.ts';

export const TAKEN = /^taken in$/;
export const LEFT = /^left alone$/;
/** A source is looked at five times a second; what is good takes as long as its admission. */
const PATIENCE_MS = 2_500;
const ADMISSION_MS = 60_000;
/** One that hangs is given up after 15 s: until then nobody looks at what the next attack offers. */
const LONGEST_LOOK_MS = 20_000;
export const BUNDLE = 'server/server.cjs';
const sleep = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

/**
 * @param patienceMs after it was looked at. @param isLooked whether the gateway has come to look at it.
 * @returns whether it made live what is offered, while it is
 */
export async function offered(
  site: HostileSite,
  offer: () => void,
  end: () => void,
  patienceMs: number,
  isLooked: () => boolean = () => true,
): Promise<string> {
  const before = await site.live();
  const isTaken = async (): Promise<boolean> => (await site.live()) !== before;
  offer();
  try {
    for (const until = Date.now() + LONGEST_LOOK_MS; !isLooked() && Date.now() < until;) await sleep(50);
    if (!isLooked()) return 'not looked at';
    for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(100))
      if (await isTaken()) return 'taken in';
    return 'left alone';
  } finally {
    end();
  }
}

export const patienceOf = (ends: RegExp): number => (ends === TAKEN ? ADMISSION_MS : PATIENCE_MS);

/**
 * A release that could go live, were it honest.
 * @param mark of it alone: what was rolled back is not taken from a source again.
 */
export function changed(mark: string): Draft {
  const draft = readDraft(ATTACKER);
  server((text) => `${text}\n// ${mark}`)(draft);
  seal(draft);
  return draft;
}
