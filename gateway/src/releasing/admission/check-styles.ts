import type { Release } from '@voltframe/kit/contract/release/release';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { SourceParser } from './source-parser.ts';

/** Most stylesheets of one release that are read. */
const MOST = 200;

export interface StylesCheckOptions {
  /** Has the files of the release. */
  blobs: Pick<BlobStore, 'get'>;
  parser: Pick<SourceParser, 'styles'>;
  /** Once it is aborted, nothing more is read. */
  signal: AbortSignal;
}

/** Holds the stylesheets of a remote to its own elements. */
export async function checkStyles(
  release: Release,
  { blobs, parser, signal }: StylesCheckOptions,
): Promise<Finding[]> {
  if (release.kind === 'shell') return [];
  const files = stylesheetsOf(release);
  const refuse = (file: string, line: number, reason: string): Finding =>
    finding(release.app, admissionErrors.STYLES({ file, line, reason }));
  if (files.length > MOST) return [refuse(files[MOST]!, 1, `there are more than ${MOST} stylesheets`)];
  const found: Finding[] = [];
  for (const file of files) {
    if (signal.aborted) break;
    const css = String((await blobs.get(release.files[file]!.sha256)) ?? '');
    for (const { line, reason } of await parser.styles(css, release.app))
      found.push(refuse(file, line, reason));
  }
  return found;
}

/** What is named as a stylesheet, and what a browser would take for one. */
function stylesheetsOf({ files, client, routes, exposes, islands }: Release): string[] {
  const lists = [client, ...routes, ...Object.values(exposes), ...Object.values(islands)];
  const named = lists.flatMap(({ css }) => css);
  const others = Object.keys(files).filter((file) => /^client\/.+\.css$/i.test(file));
  return [...new Set([...named, ...others])];
}
