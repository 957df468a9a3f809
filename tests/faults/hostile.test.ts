import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORM, isShort } from './fault-form.ts';
import type { Attack } from './hostile/attack.ts';
import { ATTACKER, type HostileSite, startHostileSite } from './hostile/hostile-site.ts';
import { type Arena, openArena } from './hostile/run-attacks.ts';
import { teamAttacks, visitorAttacks } from './hostile/all-attacks.ts';

/** The short form has one quick attack of each aim and one restart. */
const shortOf = (attacks: Attack[]): Attack[] => {
  const quick = attacks.filter(({ slow }) => !slow);
  return quick.filter(({ aim }, index) => quick.findIndex((other) => other.aim === aim) === index);
};
const RESTARTS = { short: 'none', long: 'aim', each: 'each' } as const;

let site: HostileSite;
beforeAll(async () => {
  site = await startHostileSite();
});
afterAll(() => site.stop());

describe.each([
  ['a team', ATTACKER, teamAttacks],
  ['a visitor', undefined, visitorAttacks],
] as const)('attacks of %s change no answer to others', (_, attacker, all) => {
  const attacks = isShort ? shortOf(all) : all;
  let arena: Arena;
  beforeAll(async () => {
    arena = await openArena(site, attacker, RESTARTS[FORM]);
  });

  test.each(attacks)('$aim: $name', async (attack) => {
    expect(await arena.attack(attack)).toEqual([]);
    const isLastOfAim = attacks[attacks.indexOf(attack) + 1]?.aim !== attack.aim;
    if (isLastOfAim && !isShort) expect(await arena.afterRestart()).toEqual([]);
  });

  test('after a restart no answer has changed', async () => expect(await arena.afterRestart()).toEqual([]));
});

test('at least sixty attacks exist, each with its own name', () => {
  const names = [...teamAttacks, ...visitorAttacks].map(({ aim, name }) => `${aim}: ${name}`);
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
});
