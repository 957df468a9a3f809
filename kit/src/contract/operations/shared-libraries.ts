import type { Release } from '../release/release.ts';

/** A library that apps declare to share: its copies among the live releases. */
export interface SharedLibrary {
  /** As code imports it: `@acme/ui`. */
  name: string;
  /** The copy of most apps first. */
  copies: LibraryCopy[];
}

/** The apps whose files of a library are equal: browsers load one of them. */
export interface LibraryCopy {
  /** Of the package, as the builds state it. */
  version?: string;
  /** Sorted. */
  apps: string[];
}

/** @returns the libraries by name, with the apps that have the same file. */
export function sharedLibraries(releases: readonly Pick<Release, 'app' | 'libraries'>[]): SharedLibrary[] {
  const uses = releases.flatMap(({ app, libraries = {} }) =>
    Object.entries(libraries).map(([name, library]) => ({ app, name, ...library })),
  );
  return [...Map.groupBy(uses, ({ name }) => name)]
    .map(([name, of]) => ({
      name,
      copies: [...Map.groupBy(of, ({ file }) => file).values()]
        .map(copyOf)
        .toSorted((a, b) => b.apps.length - a.apps.length || (a.apps[0]! < b.apps[0]! ? -1 : 1)),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function copyOf(uses: { app: string; version?: string }[]): LibraryCopy {
  const apps = uses.map(({ app }) => app).toSorted();
  const { version } = uses.find((use) => use.app === apps[0])!;
  return { ...(version !== undefined && { version }), apps };
}

/** @returns its copies for people: `3.0.1 of blog and shop; 2.9.0 of legal`. */
export function copiesText({ copies }: SharedLibrary): string {
  return copies.map(({ version, apps }) => `${version ?? 'one copy'} of ${apps.join(' and ')}`).join('; ');
}
