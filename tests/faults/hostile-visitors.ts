/**
 * Everything that a hostile visitor was seen to try: nothing may change what the next visitor gets, then and after a
 * restart. npm run fault -- hostile-visitors [words of the aim or the name ['each': a restart after every attack]]
 */
import { startHostileSite } from './hostile/hostile-site.ts';
import { runAll } from './hostile/report.ts';
import { visitorAttacks } from './hostile/visitors/visitor-attacks.ts';

process.exitCode = await runAll(visitorAttacks, undefined, () => startHostileSite(), process.argv.slice(2));
