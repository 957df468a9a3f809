import { createRequire } from 'node:module';
import { readFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { satisfies, validRange } from 'semver';
import { buildErrors } from '../../errors/build-errors.ts';
import type { App } from '../app-paths.ts';
import { sha256 } from '../../packaging/sha256.ts';
import { readJson } from '../../packaging/verify-release.ts';

const require = createRequire(import.meta.url);

/** The modules with one copy for all apps: the shell provides them, remotes only consume them. */
export const SHARED_MODULES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router',
  '@voltframe/kit/react',
] as const;

/** For browsers alone. Earlier shells do not provide it, so an app requires it when it uses it. */
export const CLIENT_MODULE = 'react-dom/client';

/** The exports of large shared modules that apps may use. */
export const SHARED_SURFACE = {
  'react-router': ['Router', 'UNSAFE_RouteContext', 'useLocation', 'useParams'],
} as const;

/** @returns the installed version of each shared module. */
export function sharedVersions(): Record<string, string> {
  return Object.fromEntries(SHARED_MODULES.map((name) => [name, versionOf(name)]));
}

/** @returns the range of a consumer: any later version of the same major. */
export function requiredRange(version: string): string {
  const [major, minor] = version.split('.');
  return `^${major}.${minor}.0`;
}

function versionOf(name: string): string {
  if (name.startsWith('@voltframe/kit'))
    return (require('../../../package.json') as { version: string }).version;
  const packageName = name.split('/')[0]!;
  return (require(`${packageName}/package.json`) as { version: string }).version;
}

/**
 * Compares an app's ranges of the shared modules with the provided versions. Instead of a range that is no version
 * (`catalog:`, a tag), the major version of the installed package counts.
 * @throws BUILD_SHARED_VERSION
 */
export function checkSharedVersions({ config, paths }: App): void {
  // An app needs no package.json.
  const manifest = (readJson(path.join(paths.root, 'package.json')) ?? {}) as Record<string, object>;
  const { dependencies, peerDependencies, devDependencies } = manifest;
  const declared: Record<string, string> = { ...devDependencies, ...peerDependencies, ...dependencies };
  for (const [name, version] of Object.entries(sharedVersions())) {
    const range = declared[name];
    const used = range !== undefined && validRange(range) ? range : installedMajor(paths.root, name);
    if (used !== undefined && !satisfies(version, used, { includePrerelease: true }))
      throw buildErrors.SHARED_VERSION({ app: config.name, module: name, declared: used, version });
  }
}

/** @returns the range of the installed package's major version: `^18.0.0`; undefined where none is installed. */
function installedMajor(root: string, name: string): string | undefined {
  if (name.includes('/')) return undefined;
  try {
    const file = createRequire(path.join(root, 'package.json')).resolve(`${name}/package.json`);
    const { version = '' } = (readJson(file) ?? {}) as { version?: string };
    return /^\d+\./.test(version) ? `^${version.split('.', 1)[0]}.0.0` : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The share scope of the shell, as one of its modules, from which the shell itself imports, too. It has the format of
 * Module Federation's share scope; its entries in webpack's `__webpack_require__.S` are for `mfe dev`
 * (refresh/client/live-client.ts).
 * @returns code: TypeScript
 */
export function shareScopeModule(): string {
  const versions = sharedVersions();
  const surface: Record<string, readonly string[]> = SHARED_SURFACE;
  const imports: string[] = [];
  const provided = SHARED_MODULES.map((name, i) => {
    const [module, version, range] = [name, versions[name]!, requiredRange(versions[name]!)].map((text) =>
      JSON.stringify(text),
    );
    const names = surface[name];
    // A CommonJS package is its default export; the kit's modules have no default export.
    const all = name.startsWith('@voltframe/') ? `* as shared${i}` : `shared${i}`;
    imports.push(`import ${names ? `{ ${names.join(', ')} }` : all} from ${module};`);
    return `  ${module}: provide(${version}, ${range}, ${names ? `{ ${names.join(', ')} }` : `shared${i}`}),`;
  });
  return `${imports.join('\n')}
declare const __webpack_require__: { S: object };
const provide = (version: string, requiredVersion: string, module: object) => {
  const lib = () => module;
  const shareConfig = { singleton: true, requiredVersion };
  return {
    [version]: { version, get: () => lib, lib, loaded: 1, from: 'shell', scope: ['default'], shareConfig, useIn: [] },
  };
};
const scope = {
${provided.join('\n')}
};
__webpack_require__.S = { default: scope };
export const shareScope = () => scope;
`;
}

const KIT_SOURCES = path.resolve(import.meta.dirname, '../..');
/** Sources of the shell that take part in rendering a remote's page, without its layout. */
const SHELL_SOURCES = [
  'src/app.tsx',
  'src/layout/page-place.tsx',
  'src/entry.server.tsx',
  'src/server/**/*.{ts,tsx}',
];

/**
 * The shell's `server/shared.json`: it changes exactly when pages of remotes may render differently because of the
 * shell, so a change of the layout leaves every rendered page valid.
 */
export function sharedDigest(app: App): string {
  const files = [
    ...sources(KIT_SOURCES, ['react/**/*.{ts,tsx}', 'contract/**/*.ts']),
    ...sources(app.paths.root, SHELL_SOURCES),
  ];
  return JSON.stringify({ versions: sharedVersions(), sources: sha256(files.join('\n')) });
}

function sources(root: string, patterns: string[]): string[] {
  const names = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted();
  return names.map((name) => `${name.replaceAll('\\', '/')} ${sha256(readFileSync(path.join(root, name)))}`);
}
