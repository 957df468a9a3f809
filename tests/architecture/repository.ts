import type { SourceFile } from './source-files.ts';

/** @returns the dependencies of a package.json whose version is not in the catalog. */
export function ownVersions({ path, text }: SourceFile): string[] {
  const manifest = JSON.parse(text) as Record<string, Record<string, string>>;
  return ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
    .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .filter(([, version]) => !/^(catalog|workspace):/.test(version))
    .map(([name, version]) => `${path}: ${name} ${version}`);
}

/** Addresses of package registries, and home folders. */
const PLACES =
  /https?:\/\/[\w.-]*(registry|artifactory|nexus|npmmirror)[\w.-]*|(?<![\w.@-])\/(work|root|Users)\/\w+|\/home\/(?!node\b)\w+/g;

/** @returns the registries and folders of one machine that a file names. */
export function places({ path, text }: SourceFile): string[] {
  return [...text.matchAll(PLACES)].map(([place]) => `${path}: ${place}`);
}

/** @returns test files that no vitest project runs. @param configs the projects' vitest.config.ts */
export function orphanedTests(tests: SourceFile[], configs: SourceFile[]): string[] {
  const folders = configs
    .map(({ path }) => path.replace(/vitest\.config\.ts$/, ''))
    .filter((folder) => folder !== '');
  return tests.map(({ path }) => path).filter((path) => !folders.some((folder) => path.startsWith(folder)));
}
