import { MB } from '@voltframe/kit/contract/units';
import { LRUCache } from 'lru-cache';
import pMap from 'p-map';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import { importMap } from '@voltframe/kit/contract/release/import-map';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { ReadBlob } from '../../observing/stacks/source-positions.ts';
import type { Check } from './candidate.ts';
import { createSourceParser, type ParsedScript, type SourceParser } from './source-parser.ts';

/** Most cached stylesheets that passed, by app; a release changes few. */
const REMEMBERED_STYLESHEETS = 5_000;
/** Size of the cache of imports of scripts, in characters; a release changes few scripts. */
const REMEMBERED_IMPORTS = 4 * MB;
/** Most findings of one release. */
const ENOUGH_FINDINGS = 20;
/** Most stylesheets of one release that are read. */
const MOST_STYLESHEETS = 200;
const CONCURRENCY = 2;

/**
 * @param read gives the files of releases.
 * @param timeoutMs time limit of one script or stylesheet, in milliseconds, sufficient on a busy machine.
 * @returns checks the browser's half of the new releases, which rendering on the server never runs: every script
 *   parses, every import leads to a file of the release, and the stylesheets of a remote reach its own elements only.
 */
export function createClientCheck(read: ReadBlob, timeoutMs: number): Check {
  const cleanStyles = new LRUCache<string, true>({ max: REMEMBERED_STYLESHEETS });
  const parsed = new LRUCache<string, ParsedScript & { ok: true }>({
    maxSize: REMEMBERED_IMPORTS,
    sizeCalculation: (script) => 100 + script.imports.join().length,
  });

  const parse = async (parser: SourceParser, name: string): Promise<ParsedScript> => {
    const known = parsed.get(name);
    if (known) return known;
    const script = await parser.script(String(await read(name)));
    // Not cached, because a script that took too long may be in time at the next attempt.
    if (script.ok) parsed.set(name, script);
    return script;
  };

  const checkScripts = async (
    release: Release,
    parser: SourceParser,
    signal: AbortSignal,
  ): Promise<Finding[]> => {
    const { app, files } = release;
    const found: Finding[] = [];
    const { imports } = importMap([release]);
    const scripts = new Map(
      Object.entries(files)
        .filter(([file]) => /^client\/.+\.js$/.test(file))
        .map(([file, { sha256: name }]) => [assetUrl(app, file), name]),
    );
    for (const [url, name] of scripts) {
      if (found.length >= ENOUGH_FINDINGS || signal.aborted) break;
      const file = url.slice(url.lastIndexOf('/') + 1);
      const script = await parse(parser, name);
      if (!script.ok)
        found.push(finding(app, admissionErrors.CLIENT_SYNTAX({ file, reason: script.reason })));
      for (const target of script.ok ? script.imports : [])
        if (!scripts.has(resolveImport(target, url, imports) ?? ''))
          found.push(finding(app, admissionErrors.CLIENT_IMPORT({ file, target })));
    }
    return found.slice(0, ENOUGH_FINDINGS);
  };

  const checkStyles = async (
    release: Release,
    parser: SourceParser,
    signal: AbortSignal,
  ): Promise<Finding[]> => {
    if (release.kind === 'shell') return [];
    const { app } = release;
    const files = stylesheetsOf(release);
    const refuse = (file: string, line: number, reason: string): Finding =>
      finding(app, admissionErrors.STYLES({ file, line, reason }));
    if (files.length > MOST_STYLESHEETS)
      return [refuse(files[MOST_STYLESHEETS]!, 1, `there are more than ${MOST_STYLESHEETS} stylesheets`)];
    const found: Finding[] = [];
    for (const file of files) {
      if (signal.aborted) break;
      const { sha256 } = release.files[file]!;
      const key = `${app} ${sha256}`;
      if (cleanStyles.has(key)) continue;
      const issues = await parser.styles(String((await read(sha256)) ?? ''), app);
      if (issues.length === 0) cleanStyles.set(key, true);
      for (const { line, reason } of issues) found.push(refuse(file, line, reason));
    }
    return found;
  };

  return async ({ served, changed, signal }) => {
    const parser = createSourceParser(timeoutMs);
    const check = async (release: Release): Promise<Finding[]> => [
      ...(await checkScripts(release, parser, signal)),
      ...(await checkStyles(release, parser, signal)),
    ];
    signal.addEventListener('abort', parser.end);
    try {
      const own = Object.values(served.releases).filter(({ app }) => changed.has(app));
      return (await pMap(own, check, { concurrency: CONCURRENCY })).flat();
    } finally {
      signal.removeEventListener('abort', parser.end);
      parser.end();
    }
  };
}

/** @returns the stylesheets that the manifest names, and all files that a browser may load as a stylesheet. */
function stylesheetsOf({ files, client, routes, exposes, islands }: Release): string[] {
  const lists = [client, ...routes, ...Object.values(exposes), ...Object.values(islands)];
  const named = lists.flatMap(({ css }) => css);
  const others = Object.keys(files).filter((file) => /^client\/.+\.css$/i.test(file));
  return [...new Set([...named, ...others])];
}

/**
 * @param from URL of the script that imports.
 * @param imports the import map of the release.
 * @returns the URL that a browser requests; undefined for a bare specifier, which no import map resolves, and for
 *   another origin.
 */
export function resolveImport(
  specifier: string,
  from: string,
  imports: Record<string, string>,
): string | undefined {
  if (!/^(?:\/|\.\.?\/)/.test(specifier)) return undefined;
  const url = new URL(specifier, `http://site${from}`);
  if (url.origin !== 'http://site') return undefined;
  return imports[url.pathname] ?? url.pathname;
}
