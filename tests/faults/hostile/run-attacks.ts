import { answersOf, type Answers, changed } from './answers.ts';
import type { Attack } from './attack.ts';
import type { ATTACKER, HostileSite } from './hostile-site.ts';

/** Runs attacks, and looks at what everybody else gets: with the attack, without it again, and after a restart. */
export interface Arena {
  /** @returns what went wrong; nothing when the attack hurt nobody */
  attack(attack: Attack): Promise<string[]>;
  /** @returns what is not as it was before the first attack. */
  afterRestart(): Promise<string[]>;
}

/**
 * When the gateway starts anew while what an attack brought about is there: with the first of each aim, with each,
 * never. What was refused, or is nobody's release, is looked at after the restart at the end.
 */
export type Restarts = 'aim' | 'each' | 'none';

/** @param attacker app whose own answers do not count while its attack is live; undefined: it was a visitor. */
export async function openArena(
  site: HostileSite,
  attacker: typeof ATTACKER | undefined,
  restarts: Restarts,
): Promise<Arena> {
  // Twice: what is rendered for the first time may be answered in another way than what is kept.
  await answersOf(site.gateway.url);
  const before = await answersOf(site.gateway.url);
  const since = async (when: string, except?: string): Promise<string[]> =>
    changed(before, await answers(site, except)).map((what) => `${when}: ${what}`);
  const restarted = new Set<string>();
  const isDue = (aim: string, outcome: string): boolean => {
    if (restarts === 'each') return attacker === undefined || isLive(outcome);
    const isFirst = restarts === 'aim' && isLive(outcome) && !restarted.has(aim);
    if (isFirst) restarted.add(aim);
    return isFirst;
  };
  return {
    async attack({ aim, run, ends }) {
      const outcome = await run(site).catch((error: unknown) => `it threw ${String(error)}`);
      const failed = ends.test(outcome) ? [] : [`it ended with ${outcome.slice(0, 600)}, not ${ends}`];
      failed.push(...(await since('with it', attacker)));
      if (isDue(aim, outcome)) {
        await site.restart();
        failed.push(...(await since('with it, after a restart', attacker)));
      }
      if (attacker === undefined) return failed;
      await site.undo().catch((error: Error) => failed.push(error.message));
      return [...failed, ...(await since('after the rollback'))];
    },
    async afterRestart() {
      await site.restart();
      return since('after a restart');
    },
  };
}

/** Whether the attacker's release is what visitors get. */
function isLive(outcome: string): boolean {
  return /^(live|taken)/.test(outcome);
}

async function answers(site: HostileSite, except: string | undefined): Promise<Answers> {
  try {
    return await answersOf(site.gateway.url, except);
  } catch (error) {
    return new Map([['/', `no answer at all: ${String(error)}`]]);
  }
}
