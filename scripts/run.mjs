// Entry point of every root script: runs on Node >= 20, without dependencies, and installs only into node_modules
// folders of this checkout.
//
//   node scripts/run.mjs <job> [arguments]
import { spawn } from 'node:child_process';
import path from 'node:path';
import { usedPort } from './free-ports.mjs';
import { fail, installDependencies, must, root, setUp } from './set-up.mjs';

/**
 * Flags of Node for the gateway, as in the Dockerfile: on a large machine its young generation would grow to 128 MB,
 * most of which a site like this never needs. With four threads for its collections, as by default, these use a tenth
 * of the CPU time of an uncached page; one thread uses two thirds of that. V8 keeps the memory of threads that have
 * ended, up to 75 MB after the admission of the first releases, unless it is told not to share that between threads.
 */
const GATEWAY_FLAGS = '--max-semi-space-size=16 --v8-pool-size=1 --no-memory-pool-share-memory-on-teardown';

/**
 * Environment of the gateway, as in the Dockerfile: glibc keeps an arena of memory for each thread that compresses or
 * hashes. With two arenas the gateway holds about 35 MB less. The thresholds in bytes are fixed, because glibc raises
 * them when a large block is freed: blocks of up to 32 MB then come from the arena, which cannot shrink below the last
 * block in use.
 */
const GATEWAY_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/** Job → scripts, run one after the other. The last one gets the arguments; flags of Node stand before its name. */
const JOBS = {
  start: ['scripts/build.ts', `${GATEWAY_FLAGS} gateway/src/server.ts`],
  test: ['scripts/test.ts'],
  'test:slow': ['scripts/build.ts', 'scripts/test-slow.ts'],
  'test:containers': ['tests/containers/run.ts'],
  'test:firefox': ['scripts/build.ts', 'tests/firefox/run.ts'],
  'test:front': ['scripts/build.ts', 'tests/front/run.ts'],
  dev: ['scripts/dev.ts'],
  check: ['scripts/check.ts'],
  build: ['scripts/build.ts'],
  mfe: ['kit/src/cli/mfe.ts'],
  'operator-token': ['scripts/operator-token.ts'],
  inbox: ['scripts/inbox.ts'],
  backup: ['gateway/src/backup.ts'],
  'test:postgres': ['scripts/test-postgres.ts'],
  fault: ['scripts/build.ts', 'tests/faults/run.ts'],
  bench: ['scripts/build.ts', 'tests/bench/run.ts'],
  'errors-doc': ['scripts/errors-doc.ts'],
  'settings-doc': ['scripts/settings-doc.ts'],
  pack: ['scripts/packages/pack.ts'],
  size: ['scripts/size.ts'],
  'test:packages': ['scripts/build.ts', 'tests/packages/run.ts'],
  'test:ecosystem': ['scripts/build.ts', 'tests/ecosystem/run.ts'],
};

const [job = 'start', ...args] = process.argv.slice(2);
const scripts = JOBS[job];
if (!scripts && job !== 'pnpm') fail(`unknown job "${job}"; there are ${Object.keys(JOBS).join(', ')}, pnpm`);

if (job === 'start') {
  const used = await usedPort(process.env);
  if (used) fail(used);
}
const tools = setUp();
// Cached compiled code: the gateway starts in a third of the time. As in the Dockerfile.
if (job === 'start')
  tools.env = {
    NODE_COMPILE_CACHE: path.join(root, '.cache/compiled'),
    ...GATEWAY_ENV,
    PREVIEW_URL: `http://preview.localhost:${process.env.PORT || 3000}`,
    ...tools.env,
  };
if (job === 'mfe') tools.env = { ...tools.env, MFE_COMMAND: 'npm run mfe --' };
if (scripts) {
  installDependencies(tools);
  for (const script of scripts.slice(0, -1)) must(tools.node, [script], tools.env);
  const [script, ...flags] = scripts.at(-1).split(' ').toReversed();
  run([...flags, path.join(root, script), ...args]);
} else {
  run([tools.pnpm, ...args]);
}

/** Runs the last script of the job with the signals and the exit status of this process. */
function run(argv) {
  // Folders in arguments of mfe are relative to the folder in which npm was called.
  const { INIT_CWD, npm_lifecycle_event: byNpm } = process.env;
  const cwd = job !== 'mfe' ? root : byNpm === 'mfe' && INIT_CWD ? INIT_CWD : process.cwd();
  const child = spawn(tools.node, argv, { cwd, env: tools.env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // `kill <pid of npm>` reaches npm and its shell, not this process: stop when orphaned.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500).unref();
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
  );
}
