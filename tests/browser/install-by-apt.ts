import { spawnSync } from 'node:child_process';

const LIMIT_MS = 5 * 60_000;

/**
 * Installs a package of Debian or Ubuntu by apt-get, as root.
 * @param name of the package, with its version where that matters: `chromium=150.0`
 * @returns why it is not installed, in one line; undefined when it is
 */
export function installByApt(name: string): string | undefined {
  if (process.getuid?.() !== 0) return `only root can: apt-get install ${name}`;
  console.error(`installing ${name} (apt-get)…`);
  // The lists of packages may be there already; an image removes them.
  const install = () => apt('install', '--yes', '--no-install-recommends', name);
  return install() && (apt('update') ?? install());
}

/** @returns why it failed, in one line. */
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
