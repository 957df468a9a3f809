#!/usr/bin/env node
// The gateway as a package: `npx @voltframe/gateway`. Runs on any Node >= 20, and what it starts on the Node that
// render processes need: the running one, else the one that npm installed beside this package.
const { spawn } = require('node:child_process');
const path = require('node:path');

/** As in scripts/set-up.mjs: from here on the permission model denies the network, DNS and workers. */
const NEEDED_NODE = [26, 10, 0];
/** See GATEWAY_FLAGS in scripts/run.mjs. */
const FLAGS = ['--max-semi-space-size=16'];
/** See GATEWAY_ENV in scripts/run.mjs. */
const ENV = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' };
const JOBS = {
  serve: 'gateway/src/server.js',
  'operator-token': 'scripts/operator-token.js',
  inbox: 'scripts/inbox.js',
  backup: 'gateway/src/backup.js',
};

const [job = 'serve', ...args] = process.argv.slice(2);
if (!Object.hasOwn(JOBS, job)) fail(`unknown job '${job}'; there are ${Object.keys(JOBS).join(', ')}`, 2);
const script = path.join(__dirname, '../dist', JOBS[job]);
const child = spawn(findNode(), [...FLAGS, script, ...args], {
  stdio: 'inherit',
  env: { ...ENV, ...process.env },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(error.message, 1));
child.on('exit', (code) => process.exit(code ?? 1));

function findNode() {
  const have = process.versions.node.split('.').map(Number);
  const differing = NEEDED_NODE.findIndex((part, index) => part !== have[index]);
  if (differing === -1 || have[differing] > NEEDED_NODE[differing]) return process.execPath;
  const windows = process.platform === 'win32';
  const platform = `${windows ? 'win' : process.platform}-${process.arch}`;
  for (const name of [`node-${platform}`, `node-bin-${platform}`]) {
    try {
      const manifest = require.resolve(`${name}/package.json`);
      return path.join(path.dirname(manifest), 'bin', windows ? 'node.exe' : 'node');
    } catch {
      // Another platform's.
    }
  }
  return fail(
    `Node ${process.versions.node} is too old, and none came with the package for ${platform}; use Node 26.10`,
    1,
  );
}

function fail(message, code) {
  console.error(`gateway: ${message}`);
  process.exit(code);
}
