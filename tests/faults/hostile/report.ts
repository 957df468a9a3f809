import type { Attack } from './attack.ts';
import type { ATTACKER, HostileSite } from './hostile-site.ts';
import { openArena } from './run-attacks.ts';

/**
 * Runs attacks one after the other, and prints what came of each. In each aim the gateway starts anew while an attack
 * is live, and at the end.
 * @param words only attacks that have them in their aim or name; then `each`: a restart with every one, which may take
 *   an hour.
 * @returns the exit code
 */
export async function runAll(
  attacks: Attack[],
  attacker: typeof ATTACKER | undefined,
  start: () => Promise<HostileSite>,
  [words = '', each]: string[],
): Promise<number> {
  const chosen = attacks.filter(({ aim, name }) => `${aim}: ${name}`.includes(words));
  const site = await start();
  let hurt = 0;
  const tell = (what: string, failed: string[]): void => {
    hurt += Number(failed.length > 0);
    console.log(
      failed.length === 0 ? `ok      ${what}` : `FAILED  ${what}\n        ${failed.join('\n        ')}`,
    );
  };
  try {
    const arena = await openArena(site, attacker, each === 'each' ? 'each' : 'aim');
    for (const [index, attack] of chosen.entries()) {
      const started = performance.now();
      const failed = await arena.attack(attack);
      tell(`${attack.aim}: ${attack.name} (${Math.round(performance.now() - started)} ms)`, failed);
      if (chosen[index + 1]?.aim !== attack.aim) tell(`${attack.aim}: a restart`, await arena.afterRestart());
    }
  } finally {
    await site.stop();
  }
  console.log(`${chosen.length} attacks, ${hurt} that failed to be harmless`);
  return hurt === 0 ? 0 : 1;
}
