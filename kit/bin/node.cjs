// Selects the Node for a program of these packages. This file runs on any Node.
const { spawn } = require('node:child_process');
const { createRequire } = require('node:module');
const path = require('node:path');

/**
 * @param {number[]} needed the oldest suitable version: major, minor, patch
 * @param {string[]} places files whose packages may depend on a package of Node, in order of preference
 * @returns {string | undefined} the current Node if it is new enough, else a Node that npm installed
 */
exports.findNode = function findNode(needed, places) {
  const have = process.versions.node.split('.').map(Number);
  const differing = needed.findIndex((part, index) => part !== have[index]);
  if (differing === -1 || have[differing] > needed[differing]) return process.execPath;
  const windows = process.platform === 'win32';
  const platform = `${windows ? 'win' : process.platform}-${process.arch}`;
  for (const place of places)
    for (const name of [`node-${platform}`, `node-bin-${platform}`]) {
      const manifest = packageFrom(place, name);
      if (manifest) return path.join(path.dirname(manifest), 'bin', windows ? 'node.exe' : 'node');
    }
  return undefined;
};

/** @returns {string | undefined} the path of the package.json of a package, resolved from a file */
function packageFrom(file, name) {
  try {
    return createRequire(file).resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
}
exports.packageFrom = packageFrom;

/**
 * Continues in a child process, which gets the terminal and the signals of this process and sets its exit code.
 * @param {(message: string) => void} fail called if the program cannot be started
 */
exports.continueIn = function continueIn(program, args, env, fail) {
  const child = spawn(program, args, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code) => process.exit(code === null ? 1 : code));
};
