import { globSync } from 'node:fs';
import path from 'node:path';
import { installByApt } from '../browser/install-by-apt.ts';

/**
 * Finds the programs of PostgreSQL in the folders of Debian's packages. As root it installs the package with apt-get.
 * @returns their folder, or the reason why it is missing
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
