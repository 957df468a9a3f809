import { spawnSync } from 'node:child_process';

const LIMIT_MS = 5 * 60_000;

/**
 * Installs a package of Debian or Ubuntu with apt-get, as root.
 * @param name name of the package, optionally with a version: `chromium=150.0`
 * @returns the reason of a failure, in one line; undefined on success
 */
export function installByApt(name: string): string | undefined {
  if (process.getuid?.() !== 0) return `only root can: apt-get install ${name}`;
  console.error(`installing ${name} (apt-get)…`);
  // Updates the lists of packages only if the installation fails: images remove them.
  const install = () => apt('install', '--yes', '--no-install-recommends', name);
  return install() && (apt('update') ?? install());
}

/** @returns the reason of a failure, in one line. */
function apt(...args: string[]): string | undefined {
  const { status, error, stderr } = spawnSync('apt-get', ['-qq', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: LIMIT_MS,
  });
  if (status === 0) return undefined;
  const [reason] = (error?.message ?? stderr.trim()).split('\n');
  return `apt-get ${args[0]}: ${reason}`;
}
