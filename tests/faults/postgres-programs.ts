import { globSync } from 'node:fs';
import path from 'node:path';
import { installByApt } from '../browser/install-by-apt.ts';

/**
 * Finds PostgreSQL's programs where Debian's packages put them, installing the package where it can be: as root, by
 * apt-get.
 * @returns their folder, or why there is none
 */
export function findOrInstallPostgres(): { bin: string } | { missing: string } {
  const bin = find();
  if (bin !== undefined) return { bin };
  const failure = installByApt('postgresql');
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
