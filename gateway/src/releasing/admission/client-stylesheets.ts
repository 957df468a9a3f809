import { mergeSources } from '@voltframe/kit/contract/routing/foreign-sources';
import { MB } from '@voltframe/kit/contract/units';
import { LRUCache } from 'lru-cache';
import pMap from 'p-map';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { CustomProperties } from '@voltframe/kit/packaging/custom-properties';
import type { ReadBlob } from '../../observing/stacks/source-positions.ts';
import type { SourceParser } from './source-parser.ts';
import { mostEntries } from '../../platform/runtime/most-entries.ts';

/** Most cached stylesheets that passed, by app; a release changes few. */
const REMEMBERED_STYLESHEETS = 5_000;
/** Most stylesheets of one release that are read. */
const MOST_STYLESHEETS = 200;
const CONCURRENCY = 2;
/** Size of the cache of custom properties, in characters of their names and definitions. */
const REMEMBERED_PROPERTIES = 4 * MB;

/** Checks the stylesheets of releases. */
export interface StylesheetCheck {
  /** @returns where those of a remote reach more than its own elements. */
  scope(release: Release, parser: SourceParser, signal: AbortSignal): Promise<Finding[]>;
  /** @returns the custom properties that a changed app registers and another uses otherwise. */
  properties(releases: Release[], changed: ReadonlySet<string>, parser: SourceParser): Promise<Finding[]>;
}

/** @param read gives the files of releases. */
export function createStylesheetCheck(read: ReadBlob): StylesheetCheck {
  const cleanStyles = new LRUCache<string, true>(mostEntries(REMEMBERED_STYLESHEETS));
  const properties = new LRUCache<string, CustomProperties>({
    maxSize: REMEMBERED_PROPERTIES,
    sizeCalculation: (known) => 100 + JSON.stringify(known).length,
  });

  const propertiesOf = async (
    release: Release,
    parser: SourceParser,
  ): Promise<[string, CustomProperties][]> => {
    const all: [string, CustomProperties][] = [];
    for (const file of stylesheetsOf(release).slice(0, MOST_STYLESHEETS)) {
      const { sha256 } = release.files[file]!;
      const known = properties.get(sha256) ?? (await parser.properties(String((await read(sha256)) ?? '')));
      properties.set(sha256, known);
      all.push([file, known]);
    }
    return all;
  };

  /** A registration holds for the whole document, so the same name has to have the same one in all apps. */
  const checkProperties = async (
    releases: Release[],
    changed: ReadonlySet<string>,
    parser: SourceParser,
  ): Promise<Finding[]> => {
    const own = await pMap(
      releases,
      async (release) => ({
        app: release.app,
        files: await propertiesOf(release, parser),
      }),
      { concurrency: CONCURRENCY },
    );
    const registered = own.flatMap(({ app, files }) =>
      files.flatMap(([file, known]) =>
        Object.entries(known.registered).map(([name, text]) => ({ app, file, name, text })),
      ),
    );
    const conflicts = new Map<string, Finding>();
    for (const { app, file, name, text } of registered) {
      const other = own.find(
        (one) =>
          one.app !== app &&
          (changed.has(app) || changed.has(one.app)) &&
          one.files.some(([, { named }]) => named.includes(name)) &&
          !one.files.some(([, known]) => known.registered[name] === text),
      );
      if (!other || conflicts.has(name)) continue;
      const reason = `${app} registers ${name}, which ${other.app} uses without the same @property`;
      const accused = changed.has(app) ? app : other.app;
      conflicts.set(name, finding(accused, admissionErrors.STYLES({ file, line: 1, reason })));
    }
    return [...conflicts.values()];
  };

  const checkStyles = async (
    release: Release,
    parser: SourceParser,
    signal: AbortSignal,
  ): Promise<Finding[]> => {
    if (release.kind === 'shell') return [];
    const { app, routes, islands } = release;
    const declared = [...routes, ...Object.values(islands)].map(({ csp }) => csp);
    const pictures = mergeSources(...declared)['img-src'] ?? [];
    const files = stylesheetsOf(release);
    const refuse = (file: string, line: number, reason: string): Finding =>
      finding(app, admissionErrors.STYLES({ file, line, reason }));
    if (files.length > MOST_STYLESHEETS)
      return [refuse(files[MOST_STYLESHEETS]!, 1, `there are more than ${MOST_STYLESHEETS} stylesheets`)];
    const found: Finding[] = [];
    for (const file of files) {
      if (signal.aborted) break;
      const { sha256 } = release.files[file]!;
      const key = `${app} ${sha256} ${pictures.join(' ')}`;
      if (cleanStyles.has(key)) continue;
      const issues = await parser.styles(String((await read(sha256)) ?? ''), app, pictures);
      if (issues.length === 0) cleanStyles.set(key, true);
      for (const { line, reason } of issues) found.push(refuse(file, line, reason));
    }
    return found;
  };

  return { scope: checkStyles, properties: checkProperties };
}

/** @returns the stylesheets that the manifest names, and all files that a browser may load as a stylesheet. */
function stylesheetsOf({ files, client, routes, exposes, islands }: Release): string[] {
  const lists = [client, ...routes, ...Object.values(exposes), ...Object.values(islands)];
  const named = lists.flatMap(({ css }) => css);
  const others = Object.keys(files).filter((file) => /^client\/.+\.css$/i.test(file));
  return [...new Set([...named, ...others])];
}
