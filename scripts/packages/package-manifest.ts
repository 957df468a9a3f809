/** A package.json: the fields that packing reads. */
export interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  publishConfig?: Record<string, unknown>;
  [field: string]: unknown;
}

/** Static and dynamic imports, `require` and `require.resolve`, of packages by literal names. */
const IMPORT =
  /(?:\bfrom|(?:\bimport|\brequire(?:\.resolve)?)\s*\(?)\s*(['"])((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^'"\n]*)?\1/g;
/** Fields that only the workspace needs. */
const LEFT_OUT = new Set(['private', 'scripts', 'devDependencies', 'dependencies', 'publishConfig']);

interface Surroundings {
  /** Package → version. */
  catalog: Record<string, string>;
  /** Packages that an app and this package share: one copy. */
  peers: ReadonlySet<string>;
  /** @returns the peer dependencies of a package: a loader needs its compiler. */
  peersOf(name: string): string[];
}

/**
 * The manifest of a published package. Its dependencies are the packages that its files import and their peer
 * dependencies, at the versions of the catalog: dependencies of tests are left out, and none is missing.
 * @param manifest of the workspace
 * @param files the files of the package: name → text
 * @throws Error for an import that the manifest of the workspace does not declare
 */
export function packageManifest(
  manifest: Manifest,
  files: ReadonlyMap<string, string>,
  { catalog, peers, peersOf }: Surroundings,
): Manifest {
  const declared = { ...manifest.devDependencies, ...manifest.dependencies };
  const needed = new Set<string>();
  for (const [file, text] of files)
    for (const name of importedPackages(text)) {
      if (name === manifest.name) continue;
      if (!(name in declared))
        throw new Error(`${file} imports ${name}, which ${manifest.name} does not declare`);
      needed.add(name);
      if (file.endsWith('.d.ts') && typesOf(name) in declared) needed.add(typesOf(name));
    }
  for (const name of [...needed].flatMap(peersOf)) if (name in declared) needed.add(name);
  if ([...files.keys()].some((file) => file.endsWith('.d.ts')) && '@types/node' in declared)
    needed.add('@types/node');
  const version = (name: string): [string, string] => [name, catalog[name]!];
  const names = [...needed].toSorted();
  const kept = Object.entries(manifest).filter(([field]) => !LEFT_OUT.has(field));
  return {
    ...(Object.fromEntries(kept) as Manifest),
    ...manifest.publishConfig,
    dependencies: Object.fromEntries(names.filter((name) => !peers.has(name)).map(version)),
    ...(peers.size > 0 && { peerDependencies: Object.fromEntries([...peers].toSorted().map(version)) }),
  };
}

function importedPackages(text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, , name]) => name!);
}

function typesOf(name: string): string {
  return `@types/${name.replace(/^@/, '').replace('/', '__')}`;
}
