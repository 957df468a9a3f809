import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The modules of which all apps use one copy: the shell provides them, remotes only consume. */
export const SHARED_MODULES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-router',
  '@voltframe/kit/react',
] as const;

/** What apps may use of the shared modules that are larger than their use. */
export const SHARED_SURFACE = {
  'react-router': ['Router', 'UNSAFE_RouteContext', 'createPath', 'parsePath', 'useLocation', 'useParams'],
} as const;

/** @returns the installed version of each shared module. */
export function sharedVersions(): Record<string, string> {
  return Object.fromEntries(SHARED_MODULES.map((name) => [name, versionOf(name)]));
}

/** @returns the range a consumer asks for: any later version of the same major. */
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
