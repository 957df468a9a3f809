import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * `npm run fault -- <name> [arguments]`: a fault on purpose, and what it did, in figures. Each is a program of its own.
 */
const FAULTS: Record<string, string> = {
  'bad-releases': '90 bad releases of 20 kinds, and more, are refused; 60 good changes are not',
  'publish-kill':
    'kill -9 at random instants of publishing: always a whole composition, nothing acknowledged is lost',
  'enquiries-kill': 'kill -9 during a loop of posts: nothing acknowledged is lost',
  'enquiries-outage': 'a mail server that is down and refuses at random: everything is delivered',
  'enquiries-hostile': 'thousands of hostile inputs: no 500, nothing invalid is stored',
  'hostile-teams': 'what a team may try with its token: no answer of another app changes',
  'hostile-visitors': 'what a visitor may try: no answer to the next one changes',
  upstreams: 'a backend that is slow, dead, wrong and huge, over a restart: no page that was shown fails',
  replicas: 'two gateways on one PostgreSQL: deploys on both, one is killed',
};

const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(FAULTS, name)) {
  console.error(
    `Usage: npm run fault -- <name>\n${Object.entries(FAULTS)
      .map(([key, what]) => `  ${key.padEnd(18)} ${what}`)
      .join('\n')}`,
  );
  process.exit(2);
}
const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, `${name}.ts`), ...args], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
