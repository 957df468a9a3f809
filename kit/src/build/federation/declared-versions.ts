import { readFileSync } from 'node:fs';
import path from 'node:path';
import { satisfies, validRange } from 'semver';
import { buildErrors } from '../../errors/build-errors.ts';
import type { App } from '../app-paths.ts';
import { sharedVersions } from './shared-scope.ts';

interface PackageJson {
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/**
 * Compares what an app declares of the shared modules with what all apps run with. A range that is no version
 * (`catalog:`, `workspace:*`, a tag) says nothing that could be wrong here.
 * @throws BUILD_SHARED_VERSION
 */
export function checkSharedVersions({ config, paths }: App): void {
  const declared = declaredRanges(path.join(paths.root, 'package.json'));
  for (const [name, version] of Object.entries(sharedVersions())) {
    const range = declared[name];
    if (range === undefined || !validRange(range)) continue;
    if (!satisfies(version, range, { includePrerelease: true }))
      throw buildErrors.SHARED_VERSION({ app: config.name, module: name, declared: range, version });
  }
}

function declaredRanges(file: string): Record<string, string> {
  try {
    const { dependencies, peerDependencies, devDependencies } = JSON.parse(
      readFileSync(file, 'utf8'),
    ) as PackageJson;
    return { ...devDependencies, ...peerDependencies, ...dependencies };
  } catch {
    return {}; // an app needs none
  }
}
