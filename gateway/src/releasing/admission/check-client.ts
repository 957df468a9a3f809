import { LRUCache } from 'lru-cache';
import pMap from 'p-map';
import { canonicalJson } from '@voltframe/kit/contract/release/digest';
import { importMap } from '@voltframe/kit/contract/release/import-map';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import type { After } from './deadline.ts';
import { type ParsedScript, resolveImport } from './script-imports.ts';
import { createSourceParser, type SourceParser } from './source-parser.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';

/** Checks the browser's half of the changed apps of a candidate. Once the signal is aborted, nothing more is begun. */
export type ClientCheck = (
  releases: Record<string, Release>,
  changed: ReadonlySet<string>,
  signal: AbortSignal,
) => Promise<Finding[]>;

export interface ClientCheckOptions {
  /** Has the files of the releases. */
  blobs: BlobStore;
  /** Longest time for one script or stylesheet, in milliseconds: of a busy machine, too. */
  timeoutMs: number;
  /** Calls back after a time in milliseconds. @returns calls it off. */
  after: After;
}

/** Passed checks that are remembered: a release that changes content alone has the scripts of the one before. */
const REMEMBERED = 200;
/** Imports of scripts that are remembered, in characters: a release changes few of them. */
const REMEMBERED_IMPORTS = 4 * 1024 * 1024;
/** Findings of one release: a team reads no more. */
const ENOUGH_FINDINGS = 20;

/**
 * The browser's half of an app, which server rendering never touches: every script parses, and every import leads to a
 * file of the release.
 */
export function createClientCheck(options: ClientCheckOptions): ClientCheck {
  const { blobs, timeoutMs, after } = options;
  const passed = new LRUCache<string, true>({ max: REMEMBERED });
  const parsed = new LRUCache<string, ParsedScript & { ok: true }>({
    maxSize: REMEMBERED_IMPORTS,
    sizeCalculation: (script) => 100 + script.imports.join().length,
  });
  const checkAll = async (
    parser: SourceParser,
    ...[releases, changed, signal]: Parameters<ClientCheck>
  ): Promise<Finding[]> => {
    const parse: Parse = async ({ name, source }) => {
      const known = parsed.get(name);
      if (known) return known;
      const script = await parser.script(source);
      // What took too long may not do so the next time.
      if (script.ok) parsed.set(name, script);
      return script;
    };
    const own = Object.values(releases).filter(({ app }) => changed.has(app));
    const check = async (release: Release): Promise<Finding[]> => {
      const key = inputsOf(release);
      if (passed.get(key) || signal.aborted) return [];
      const found = await checkRelease(release, { blobs, parser, parse, signal });
      if (found.length === 0 && !signal.aborted) passed.set(key, true);
      return found;
    };
    return (await pMap(own, check, { concurrency: CONCURRENCY })).flat();
  };
  return async (releases, changed, signal) => {
    const parser = createSourceParser({ timeoutMs, after });
    signal.addEventListener('abort', parser.end);
    try {
      return await checkAll(parser, releases, changed, signal);
    } finally {
      signal.removeEventListener('abort', parser.end);
      parser.end();
    }
  };
}

const CONCURRENCY = 2;

/** All that the outcome depends on: scripts and stylesheets. */
function inputsOf(release: Release): string {
  return sha256(canonicalJson(Object.entries(release.files).filter(([file]) => file.startsWith('client/'))));
}

/** A script, and the sha-256 that it is stored under. */
interface Script {
  name: string;
  source: string;
}

type Parse = (script: Script) => Promise<ParsedScript>;

interface CheckingRelease extends Pick<ClientCheckOptions, 'blobs'> {
  parser: SourceParser;
  parse: Parse;
  signal: AbortSignal;
}

async function checkRelease(
  release: Release,
  { blobs, parser, parse, signal }: CheckingRelease,
): Promise<Finding[]> {
  const scripts = await readScripts(release, blobs);
  const ofScripts = await checkScripts(release, scripts, parse, signal);
  return [...ofScripts, ...(await checkStyles(release, { blobs, parser, signal }))];
}

async function checkScripts(
  release: Release,
  scripts: Map<string, Script>,
  parse: Parse,
  signal: AbortSignal,
): Promise<Finding[]> {
  const found: Finding[] = [];
  const { imports } = importMap([release]);
  for (const [url, script] of scripts) {
    if (found.length >= ENOUGH_FINDINGS || signal.aborted) break;
    const file = url.slice(url.lastIndexOf('/') + 1);
    const parsed = await parse(script);
    if (!parsed.ok) {
      found.push(finding(release.app, admissionErrors.CLIENT_SYNTAX({ file, reason: parsed.reason })));
      continue;
    }
    for (const target of parsed.imports) {
      const resolved = resolveImport(target, url, imports);
      if (resolved === undefined || !scripts.has(resolved))
        found.push(finding(release.app, admissionErrors.CLIENT_IMPORT({ file, target })));
    }
  }
  return found.slice(0, ENOUGH_FINDINGS);
}

/** URL → every script of a release. */
async function readScripts(release: Release, blobs: BlobStore): Promise<Map<string, Script>> {
  const scripts = new Map<string, Script>();
  for (const [file, { sha256: name }] of Object.entries(release.files)) {
    if (!/^client\/.+\.js$/.test(file)) continue;
    scripts.set(assetUrl(release.app, file), { name, source: String(await blobs.get(name)) });
  }
  return scripts;
}

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
