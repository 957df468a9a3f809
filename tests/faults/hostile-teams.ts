/**
 * Everything that a hostile team was seen to try, with the token of one app: nothing may change an answer of another
 * app, with it live, after it was rolled back, and after a restart. npm run fault -- hostile-teams [words of the aim or
 * the name ['each': a restart with every attack]]
 */
import { startHostileSite, ATTACKER } from './hostile/hostile-site.ts';
import { runAll } from './hostile/report.ts';
import { teamAttacks } from './hostile/teams/team-attacks.ts';

process.exitCode = await runAll(teamAttacks, ATTACKER, () => startHostileSite(), process.argv.slice(2));
