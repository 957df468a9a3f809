import { readFileSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';

const NAME = 'happy-dom';

/** Where the library is that documents are hydrated with. */
export interface DomLibrary {
  /** Its name → its entry. */
  packages: Record<string, string>;
  /** Folders that a process which uses it has to read. */
  folders: string[];
}

/** @throws when it is not installed. */
export function findDomLibrary(): DomLibrary {
  const file = findPackageJSON(NAME, import.meta.url);
  if (!file) throw new Error(`${NAME} is not installed`);
  const folder = realpathSync(path.dirname(file));
  const { main, dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    main: string;
    dependencies: Record<string, string>;
  };
  // Side by side, in whichever layout a package manager has them.
  const beside = path.dirname(folder);
  const needed = Object.keys(dependencies).filter((name) => !name.startsWith('@types/'));
  const places = needed.map((name) => path.join(beside, name));
  return {
    packages: { [NAME]: path.join(folder, main) },
    folders: [...new Set([folder, ...places, ...places.map((place) => realpathSync(place))])],
  };
}
