import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../../scripts/apps.ts';

/** A fault run. */
interface Fault {
  /** The rule that it proves. */
  rule: string;
  /** The test file with the short form, and a pattern of its tests. Absent for a separate program. */
  test?: [file: string, tests: string];
}

/**
 * `npm run fault -- <name> [arguments]`: a fault run in its long form. A program has its own arguments; a test takes
 * words of test names, and attacks take `each` for a restart after each.
 */
const FAULTS: Record<string, Fault> = {
  'bad-releases': {
    rule: 'at least 90 bad releases of 20 kinds are refused, and 60 good changes accepted',
    test: ['bad-releases', ''],
  },
  'publish-kill': {
    rule: 'kill -9 during a publish leaves a complete composition, and loses no acknowledged release',
    test: ['publish-kill', ''],
  },
  'enquiries-kill': { rule: 'kill -9 during posts loses no acknowledged entry' },
  'enquiries-outage': {
    rule: 'every entry is delivered after an outage and random failures of the mail server',
  },
  'enquiries-hostile': { rule: 'thousands of hostile posts cause no 500 and no invalid entry' },
  'hostile-teams': {
    rule: 'attacks of a team with its token change no answer of another app',
    test: ['hostile', 'a team'],
  },
  'hostile-visitors': {
    rule: 'attacks of a visitor change no answer to the next visitor',
    test: ['hostile', 'a visitor'],
  },
  'hostile-load': {
    rule: 'ordinary requests beside every attack of a team and of a visitor all succeed',
  },
  upstreams: {
    rule: 'pages do not fail while a backend is slow, dead, wrong or huge, also after a restart',
  },
  upgrade: { rule: 'an update of two gateways to the next version and back fails no request' },
  replacement: {
    rule: 'a replacement with SIGHUP fails no request on keep-alive connections',
  },
  'database-outage': {
    rule: 'pages are served and metrics report the outage while PostgreSQL is down and the gateway restarts',
  },
  network: {
    rule: 'connections that a network resets, drops or cuts off end no gateway and fail no page',
    test: ['network', ''],
  },
  'full-disk': {
    rule: 'a gateway on a full disk starts and serves its pages (as root)',
  },
  'memory-limit': {
    rule: 'gateways accept releases in each documented memory size, and refuse below (as root)',
  },
  'preview-memory': {
    rule: 'a request for the largest document of a preview leaves at most 100 MB more in memory',
  },
  'stack-commands': { rule: 'the commands of the image use the database of DATABASE_URL_FILE' },
  replicas: { rule: 'two gateways on one PostgreSQL lose no deploy when one of them is killed' },
  personal: {
    rule: 'answers to one visitor contain no data of another, over two gateways and a cache',
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
  const lines = Object.entries(FAULTS).map(([key, { rule }]) => `  ${key.padEnd(18)} ${rule}`);
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
