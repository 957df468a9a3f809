/** What a package.json says of its dependencies. */
export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Where the packages of the workspace begin in a lockfile, and where they end. */
const SECTION = /(?<=^importers:\n\n)[^]*?(?=\n\npackages:$)/m;

/**
 * Locks what a new remote depends on, as the other remotes have it: nothing has to be resolved for that, and commands
 * that install what is locked go on working.
 * @param lockfile text of pnpm-lock.yaml.
 * @param folder of the new remote.
 * @returns unchanged where it knows the folder, and where no remote has one of the dependencies.
 */
export function addLockImporter(lockfile: string, folder: string, manifest: Manifest): string {
  const importers = SECTION.exec(lockfile)?.[0].split('\n\n');
  if (!importers || importers.some((text) => nameOf(text) === folder)) return lockfile;
  const locked = lockedEntries(importers.filter((text) => nameOf(text).startsWith('mfe-')));
  const lines = [`  ${folder}:`];
  for (const kind of ['dependencies', 'devDependencies'] as const) {
    const names = Object.keys(manifest[kind] ?? {}).toSorted();
    if (names.length > 0) lines.push(`    ${kind}:`);
    for (const name of names) {
      const entry = locked.get(`${name} ${manifest[kind]![name]!}`);
      if (entry === undefined) return lockfile;
      lines.push(entry);
    }
  }
  const next = importers.findIndex((text) => nameOf(text) > folder);
  const all = importers.toSpliced(next < 0 ? importers.length : next, 0, lines.join('\n'));
  return lockfile.replace(SECTION, () => all.join('\n\n'));
}

function nameOf(importer: string): string {
  return importer.slice(0, importer.indexOf(':')).trim();
}

/** @returns name and specifier → the lines of the lockfile; of two remotes that have it the later one's. */
function lockedEntries(importers: string[]): Map<string, string> {
  const entry = /^ {6}(\S+):\n {8}specifier: (.+)\n {8}version: .+$/gm;
  const plain = (text: string): string => text.replaceAll("'", '');
  return new Map(
    importers.flatMap((text) =>
      [...text.matchAll(entry)].map(([lines, name, specifier]) => [
        `${plain(name!)} ${plain(specifier!)}`,
        lines,
      ]),
    ),
  );
}
