// Which Node a program of these packages runs on. Any Node can read this file, as old as it may be.
const { spawn } = require('node:child_process');
const { createRequire } = require('node:module');
const path = require('node:path');

/**
 * @param {number[]} needed the oldest version that will do: major, minor, patch
 * @param {string[]} places files whose packages may have brought a Node, the first that has one
 * @returns {string | undefined} the running Node where it is new enough, else one that npm installed
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

/** @returns {string | undefined} the manifest of a package, as a file sees it */
function packageFrom(file, name) {
  try {
    return createRequire(file).resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
}
exports.packageFrom = packageFrom;

/**
 * Goes on in another process: it has this one's terminal, is told to end as this one is, and its exit code is this one's.
 * @param {(message: string) => void} fail for a program that cannot be started
 */
exports.continueIn = function continueIn(program, args, env, fail) {
  const child = spawn(program, args, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code) => process.exit(code === null ? 1 : code));
};
