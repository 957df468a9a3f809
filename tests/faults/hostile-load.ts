/**
 * Sends 20 ordinary requests a second to the pages of two apps while every attack of a team and of a visitor runs, one
 * after the other. Fails if one of these requests fails, or if the gateway's process ends. Prints the name of each
 * attack, so that a failure has a cause. npm run fault -- hostile-load [words of attack names]
 */
import { teamAttacks, visitorAttacks } from './hostile/all-attacks.ts';
import type { Attack } from './hostile/attack.ts';
import { startHostileSite } from './hostile/hostile-site.ts';
import { startVisitors } from './hostile/visitors/ordinary-visitors.ts';

/** Pages of apps that the attacker does not own. */
const PAGES = ['/', '/about', '/services', '/portfolio', '/contact', '/blog'] as const;

const words = process.argv.slice(2).join(' ').toLowerCase();
const isChosen = ({ aim, name }: Attack): boolean => `${aim}: ${name}`.toLowerCase().includes(words);

const site = await startHostileSite({ LOG_LEVEL: 'error' });
const { pid } = site.gateway;
const visitors = startVisitors(site.gateway.url, PAGES);
for (const one of [...teamAttacks, ...visitorAttacks].filter(isChosen)) {
  console.log(`${one.aim}: ${one.name}`);
  // The outcomes are compared in hostile.test.ts.
  await one.run(site).catch((error: unknown) => console.log(`  it threw ${String(error)}`));
  await site.undo();
}
const { visits, failures, longestMs, p99Ms } = await visitors.stop();
const isSame = site.gateway.pid === pid;
await site.stop();
console.log(
  `${visits} ordinary requests, ${failures.length} failed; p99 ${p99Ms} ms, longest ${longestMs} ms`,
);
for (const failure of [...new Set(failures)].slice(0, 20)) console.log(`  failed: ${failure}`);
process.exitCode = failures.length === 0 && isSame ? 0 : 1;
