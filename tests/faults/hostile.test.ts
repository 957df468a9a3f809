import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Attack } from './hostile/attack.ts';
import { ATTACKER, type HostileSite, startHostileSite } from './hostile/hostile-site.ts';
import { type Arena, openArena } from './hostile/run-attacks.ts';
import { teamAttacks } from './hostile/teams/team-attacks.ts';
import { visitorAttacks } from './hostile/visitors/visitor-attacks.ts';

/** Too long for every run: `npm run fault -- hostile-teams` and `hostile-visitors` have all of them, and restarts. */
const OF_EACH_AIM = 1;
const shortOf = (attacks: Attack[]): Attack[] => {
  const quick = attacks.filter(({ slow }) => !slow);
  return quick.filter(
    ({ aim }, index) => quick.slice(0, index).filter((other) => other.aim === aim).length < OF_EACH_AIM,
  );
};

describe.each([
  ['a team', ATTACKER, shortOf(teamAttacks)],
  ['a visitor', undefined, shortOf(visitorAttacks)],
] as const)('nothing that %s tries changes an answer of somebody else', (_, attacker, attacks) => {
  let site: HostileSite;
  let arena: Arena;
  beforeAll(async () => {
    site = await startHostileSite();
    arena = await openArena(site, attacker, 'none');
  });
  afterAll(() => site.stop());

  test.each(attacks)('$aim: $name', async (attack) => expect(await arena.attack(attack)).toEqual([]));

  test('nor after a restart', async () => expect(await arena.afterRestart()).toEqual([]));
});

test('there are at least sixty attacks, each with a name of its own', () => {
  const names = [...teamAttacks, ...visitorAttacks].map(({ aim, name }) => `${aim}: ${name}`);
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
});
