/** A package.json, as far as packing reads it. */
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
  /(?:\bfrom|\bimport|\brequire(?:\.resolve)?)\s*\(?\s*(['"])((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^'"\n]*)?\1/g;
/** What only the workspace needs. */
const LEFT_OUT = new Set(['private', 'scripts', 'devDependencies', 'dependencies', 'publishConfig']);

interface Surroundings {
  /** Package → its one version. */
  catalog: Record<string, string>;
  /** Packages of which an app has one copy together with this one. */
  peers: ReadonlySet<string>;
  /** @returns what a package expects beside itself: a loader its compiler. */
  peersOf(name: string): string[];
}

/**
 * The manifest of a package as others install it. Its dependencies are what its files import, and what that expects
 * beside itself, at the versions of the catalog: nothing that only tests use, and nothing forgotten.
 * @param manifest that of the workspace
 * @param files the files of the package: name → text
 * @throws Error for an import that the workspace's manifest does not declare
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
