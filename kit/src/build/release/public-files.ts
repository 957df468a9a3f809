import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MfeConfig } from '../../contract/release/mfe-config.ts';
import { patternIssue, patternSegments } from '../../contract/routing/url-pattern.ts';
import { buildErrors } from '../../errors/build-errors.ts';
import type { App } from '../app-paths.ts';

/** Folder of an app whose files are served under their paths. */
export const PUBLIC_FOLDER = 'public';

const MOST_FILES = 50;
const MOST_BYTES = 10_000_000;

/**
 * The files of `public/`: `public/blog/press-kit.pdf` is `/blog/press-kit.pdf`.
 * @returns address → body. @throws BUILD_PUBLIC naming file and reason
 */
export function readPublicFiles({ config, paths: { root } }: App): Map<string, Buffer> {
  const folder = path.join(root, PUBLIC_FOLDER);
  const found = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const files = new Map<string, Buffer>();
  const refuse = (file: string, reason: string): Error =>
    buildErrors.PUBLIC({ file: `${PUBLIC_FOLDER}${file}`, reason });
  for (const file of found.toSorted()) {
    const address = `/${path.relative(folder, file).replaceAll('\\', '/')}`;
    const reason = addressIssue(config, address);
    if (reason !== undefined) throw refuse(address, reason);
    const body = readFileSync(file);
    if (body.length > MOST_BYTES)
      throw refuse(address, `it has ${body.length} bytes, ${MOST_BYTES} are allowed`);
    files.set(address, body);
  }
  if (files.size > MOST_FILES) throw refuse('', `it has ${files.size} files, ${MOST_FILES} are allowed`);
  return files;
}

function addressIssue(
  { routes, keeps = [], resources = {} }: MfeConfig,
  address: string,
): string | undefined {
  const issue = patternIssue('resource', address);
  if (issue !== undefined) return issue;
  if (!/\.[a-z\d]+$/.test(address)) return 'its name has no ending, which says what it is';
  const patterns = [...routes.map((route) => route.path), ...keeps];
  const [first] = patternSegments(address);
  const own = [...new Set(patterns.flatMap((pattern) => patternSegments(pattern)[0] ?? []))];
  if (!own.includes(first!))
    return `it lies outside of the app's pages: move it to ${own.map((segment) => `${PUBLIC_FOLDER}/${segment}/`).join(' or ')}`;
  if (patterns.includes(address) || Object.hasOwn(resources, address))
    return 'there is a page or resource of this address';
  return undefined;
}
