import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../../scripts/apps.ts';

/** A fault on purpose. */
interface Fault {
  /** What it proves. */
  what: string;
  /** The test that has its short form, and the tests of it that belong to the fault. Absent: a program of its own. */
  test?: [file: string, tests: string];
}

/**
 * `npm run fault -- <name> [arguments]`: a fault in its long form. A program takes its own arguments; of a test, words of
 * the names to run, and of attacks `each`: a restart after each.
 */
const FAULTS: Record<string, Fault> = {
  'bad-releases': {
    what: '90 bad releases of 20 kinds, and more, are refused; 60 good changes are not',
    test: ['bad-releases', ''],
  },
  'publish-kill': {
    what: 'kill -9 at random instants of publishing: always a whole composition, nothing acknowledged is lost',
    test: ['publish-kill', ''],
  },
  'enquiries-kill': { what: 'kill -9 during a loop of posts: nothing acknowledged is lost' },
  'enquiries-outage': { what: 'a mail server that is down and refuses at random: everything is delivered' },
  'enquiries-hostile': { what: 'thousands of hostile inputs: no 500, nothing invalid is stored' },
  'hostile-teams': {
    what: 'what a team may try with its token: no answer of another app changes',
    test: ['hostile', 'a team'],
  },
  'hostile-visitors': {
    what: 'what a visitor may try: no answer to the next one changes',
    test: ['hostile', 'a visitor'],
  },
  evidence: {
    what: 'strangers move no release, and real faults on listed pages do, while nobody else notices',
    test: ['evidence.slow', ''],
  },
  upstreams: {
    what: 'a backend that is slow, dead, wrong and huge, over a restart: no page that was shown fails',
  },
  upgrade: { what: 'two gateways updated from the version before and back, under visitors: nothing fails' },
  replacement: {
    what: 'the gateway is replaced by SIGHUP under clients that keep connections: nothing fails',
  },
  'database-outage': {
    what: 'PostgreSQL is away, and the gateway is killed meanwhile: pages are served, metrics say so',
  },
  'full-disk': {
    what: 'a gateway starts on a disk that is full to the last byte (as root): it serves what it has',
  },
  'memory-limit': {
    what: 'gateways in memory groups of each documented size (as root): too small ones refuse',
  },
  'stack-commands': { what: 'the commands of the image act on the database that the stack names by a file' },
  replicas: { what: 'two gateways on one PostgreSQL: deploys on both, one is killed' },
  personal: {
    what: 'two visitors by turns over two gateways, nginx caching: 0 bytes of one in answers to the other',
  },
};

function argumentsOf(name: string, args: string[]): string[] {
  const { test } = FAULTS[name]!;
  if (!test) return [path.join(import.meta.dirname, `${name}.ts`), ...args];
  const [file, tests] = test;
  const words = args.filter((word) => word !== 'each').join(' ');
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const limits = ['--testTimeout=7200000', '--reporter=verbose'];
  return [vitest, 'run', '--project=faults', `${file}.test.ts`, `-t=${tests}.*${words}`, ...limits];
}

const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(FAULTS, name)) {
  const lines = Object.entries(FAULTS).map(([key, { what }]) => `  ${key.padEnd(18)} ${what}`);
  console.error(['Usage: npm run fault -- <name>', ...lines].join('\n'));
  process.exit(2);
}
const FAULT_FORM = args.includes('each') ? 'each' : 'long';
const { status } = spawnSync(process.execPath, argumentsOf(name, args), {
  cwd: root,
  env: { ...process.env, FAULT_FORM },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
