import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';

const INSTALL_LIMIT_MS = 5 * 60_000;

/**
 * Finds PostgreSQL's programs where Debian's packages put them, installing the package where it can be: as root, by
 * apt-get.
 * @returns their folder, or why there is none
 */
export function findOrInstallPostgres(): { bin: string } | { missing: string } {
  const bin = find();
  if (bin !== undefined) return { bin };
  const asRoot = process.getuid?.() === 0;
  if (!asRoot)
    return { missing: 'PostgreSQL is not installed, and only root can: apt-get install postgresql' };
  console.error('installing PostgreSQL (apt-get)…');
  const failure = apt('update') ?? apt('install', '--yes', '--no-install-recommends', 'postgresql');
  const installed = find();
  return installed === undefined
    ? { missing: `PostgreSQL is not installed, and cannot be: ${failure ?? 'apt-get put it elsewhere'}` }
    : { bin: installed };
}

function find(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin/postgres')
    .map((file) => path.dirname(file))
    .toSorted()
    .at(-1);
}

/** @returns why it failed, in one line. */
function apt(...args: string[]): string | undefined {
  const { status, error, stderr } = spawnSync('apt-get', ['-qq', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: INSTALL_LIMIT_MS,
  });
  if (status === 0) return undefined;
  const [said] = (error?.message ?? stderr.trim()).split('\n');
  return `apt-get ${args[0]}: ${said}`;
}
