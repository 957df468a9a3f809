import { answersOf, type Answers, changed } from './answers.ts';
import type { Attack } from './attack.ts';
import type { ATTACKER, HostileSite } from './hostile-site.ts';

/** Runs attacks, and compares the answers to others: during the attack, after it, and after a restart. */
export interface Arena {
  /** @returns the failures, none if the attack had no effect on others */
  attack(attack: Attack): Promise<string[]>;
  /** @returns the answers that differ from those before the first attack. */
  afterRestart(): Promise<string[]>;
}

/**
 * Restarts of the gateway while a release of an attack is live: for the first attack of each aim, for each, or never.
 * The restart at the end covers all other attacks.
 */
export type Restarts = 'aim' | 'each' | 'none';

/** @param attacker the app whose own answers are ignored while its attack is live; undefined for a visitor. */
export async function openArena(
  site: HostileSite,
  attacker: typeof ATTACKER | undefined,
  restarts: Restarts,
): Promise<Arena> {
  // The first answers may differ from later ones, which come from caches.
  await answersOf(site.gateway.url);
  const before = await answersOf(site.gateway.url);
  const since = async (when: string, except?: string): Promise<string[]> =>
    changed(before, await answers(site, except)).map((difference) => `${when}: ${difference}`);
  const restarted = new Set<string>();
  const isDue = (aim: string, outcome: string): boolean => {
    if (restarts === 'each') return attacker === undefined || isLive(outcome);
    const isFirst = restarts === 'aim' && isLive(outcome) && !restarted.has(aim);
    if (isFirst) restarted.add(aim);
    return isFirst;
  };
  return {
    async attack({ aim, run, expected }) {
      const outcome = await run(site).catch((error: unknown) => `it threw ${String(error)}`);
      const failed = expected.test(outcome)
        ? []
        : [`the outcome was ${outcome.slice(0, 600)}, expected ${expected}`];
      failed.push(...(await since('during the attack', attacker)));
      if (isDue(aim, outcome)) {
        await site.restart();
        failed.push(...(await since('during the attack, after a restart', attacker)));
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

/** Whether the release of the attacker is live. */
function isLive(outcome: string): boolean {
  return /^(live|accepted)/.test(outcome);
}

async function answers(site: HostileSite, except: string | undefined): Promise<Answers> {
  try {
    return await answersOf(site.gateway.url, except);
  } catch (error) {
    return new Map([['/', `no answer at all: ${String(error)}`]]);
  }
}
