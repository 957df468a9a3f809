/**
 * kill -9 at random instants of publishing: the gateway always starts again into a whole composition, the old
 * or the new one, and what was acknowledged is live. No source is reachable: it starts from its own disk.
 *   npm run fault -- publish-kill [rounds=50]
 */
import { killWhilePublishing } from './kill-while-publishing.ts';

const rounds = Number(process.argv[2] ?? 50);
const { before, after, acknowledged, lost, mixed } = await killWhilePublishing(rounds);
console.log(`${rounds} × kill -9: ${before} times the old composition, ${after} times the new one`);
console.log(`acknowledged ${acknowledged}, lost ${lost}; neither old nor new, or not whole: ${mixed}`);
process.exitCode = lost + mixed === 0 ? 0 : 1;
