#!/usr/bin/env node
// The program of the package: `npx @voltframe/gateway`. This file runs on Node >= 20; the gateway runs on the current
// Node if it is new enough for render processes, else on the Node that npm installed with this package.
const path = require('node:path');
// In the package this file is in the same folder.
const { continueIn, findNode } = require('@voltframe/kit/bin/node.cjs');

/** As in scripts/set-up.mjs: the first Node whose permission model denies network, DNS and workers. */
const NEEDED_NODE = [26, 10, 0];
/** See GATEWAY_FLAGS in scripts/run.mjs. */
const FLAGS = ['--max-semi-space-size=16', '--v8-pool-size=1', '--no-memory-pool-share-memory-on-teardown'];
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
    `Node ${process.versions.node} is too old, and npm installed none for ${process.platform}-${process.arch}; use Node 26.10`,
    1,
  );
const script = path.join(__dirname, '../dist', JOBS[job]);
continueIn(node, [...FLAGS, script, ...args], { ...ENV, ...process.env }, (message) => fail(message, 1));

function fail(message, code) {
  console.error(`gateway: ${message}`);
  process.exit(code);
}
