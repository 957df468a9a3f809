import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from './sha256.ts';
import { readJson } from './verify-release.ts';

/** Sources of an app, in its folder. */
const SOURCES = [
  'mfe.config.ts',
  'package.json',
  'upstreams.recorded.json',
  'src/**',
  'content/**',
  'public/**',
  'fonts/**',
  'postcss.config.*',
  'tailwind.config.*',
  '.env',
  '.env.local',
  '.env.production',
  '.env.production.local',
];

/** Source → sha-256. */
export type Sources = Record<string, string>;

/** @param root folder of an app. @returns its sources by their paths from there, sorted. */
export function sourceFiles(root: string): string[] {
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  return names.toSorted().map((name) => name.replaceAll('\\', '/'));
}

/** @param root folder of an app. @returns the current digests of its sources. */
export function readSources(root: string): Sources {
  const sources = sourceFiles(root).map((name) => [name, sha256(readFileSync(path.join(root, name)))]);
  return Object.fromEntries(sources) as Sources;
}

/**
 * Records the sources of a build beside the release. File times are not usable, because a checkout changes them.
 */
export function writeSourceRecord(root: string, digest: string, sources: Sources): void {
  mkdirSync(path.dirname(recordFile(root)), { recursive: true });
  writeFileSync(recordFile(root), JSON.stringify({ digest, sources }));
}

/** @returns a source that changed after the build of this release; undefined also without a record. */
export function changedSource(root: string, digest: string): string | undefined {
  const built = readJson(recordFile(root)) as { digest: string; sources: Sources } | undefined;
  if (built?.digest !== digest) return undefined;
  const now = readSources(root);
  return [...new Set([...Object.keys(now), ...Object.keys(built.sources)])].find(
    (name) => now[name] !== built.sources[name],
  );
}

function recordFile(root: string): string {
  return path.join(root, '.cache', 'sources.json');
}
