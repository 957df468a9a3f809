/** The dependencies of a package.json. */
export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The lines around the packages of the workspace in a lockfile. */
const SECTION = /(?<=^importers:\n\n)[^]*?(?=\n\npackages:$)/m;

/**
 * Adds the dependencies of a new remote to a lockfile, copied from the other remotes, so that nothing has to be
 * resolved and frozen installs still work.
 * @param lockfile text of pnpm-lock.yaml.
 * @param folder of the new remote.
 * @returns unchanged when it has the folder, or when no remote has one of the dependencies.
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

/** @returns name and specifier → the lines of the lockfile; the later of two remotes takes precedence. */
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
