#!/usr/bin/env node
// The program `mfe` of the package. This file runs on any Node; the command runs on the current Node if it is new
// enough, else on the Node of the gateway's package.
const http = require('node:http');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { continueIn, findNode, packageFrom } = require('./node.cjs');

/** As in `engines` of the package.json. */
const NEEDED_NODE = [22, 22, 0];
const script = path.join(__dirname, '../dist/cli/mfe.js');

const app = path.join(process.cwd(), 'package.json');
const gateway = packageFrom(app, '@voltframe/gateway');
const node = findNode(NEEDED_NODE, gateway ? [gateway, app, __filename] : [app, __filename]);
const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy, NO_PROXY, no_proxy } = process.env;
const hasProxy = Boolean(HTTPS_PROXY || https_proxy || HTTP_PROXY || http_proxy);
// A newer Node sets the proxies at run time: dist/cli/proxy.js.
const flags = hasProxy && !http.setGlobalProxyFromEnv ? ['--use-env-proxy'] : [];
const excluded = [no_proxy || NO_PROXY, 'localhost,127.0.0.1,[::1]'].filter(Boolean).join();
if (node === process.execPath && flags.length === 0) void import(pathToFileURL(script).href);
else if (node) {
  const env = flags.length > 0 ? { ...process.env, no_proxy: excluded } : process.env;
  continueIn(node, [...flags, script, ...process.argv.slice(2)], env, (message) => fail(message, 1));
} else
  fail(
    `Node ${process.versions.node} is too old: install Node 22.22 or newer, or @voltframe/gateway beside the kit, ` +
      `which brings one`,
    2,
  );

function fail(message, code) {
  console.error(`mfe: ${message}`);
  process.exit(code);
}
