#!/usr/bin/env node
// The gateway as a package: `npx @voltframe/gateway`. Runs on any Node >= 20, and what it starts on the Node that
// render processes need: the running one, else the one that npm installed beside this package.
const path = require('node:path');
// Beside this file in the package.
const { continueIn, findNode } = require('@voltframe/kit/bin/node.cjs');

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
const node = findNode(NEEDED_NODE, [__filename]);
if (!node)
  fail(
    `Node ${process.versions.node} is too old, and none came with the package for ${process.platform}-${process.arch}; use Node 26.10`,
    1,
  );
const script = path.join(__dirname, '../dist', JOBS[job]);
continueIn(node, [...FLAGS, script, ...args], { ...ENV, ...process.env }, (message) => fail(message, 1));

function fail(message, code) {
  console.error(`gateway: ${message}`);
  process.exit(code);
}
