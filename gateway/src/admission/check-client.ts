import { LRUCache } from 'lru-cache';
import pMap from 'p-map';
import { canonicalJson } from '@voltframe/kit/contract/release/canonical-json';
import { importMap } from '@voltframe/kit/contract/release/import-map';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { type Finding, finding } from '@voltframe/kit/contract/operations/finding';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { checkStyles } from './check-styles.ts';
import type { After } from './deadline.ts';
import { type ParsedScript, resolveImport } from './script-imports.ts';
import { createSourceParser, type SourceParser } from './source-parser.ts';
import type { ChildScripts } from '../render/child-scripts.ts';
import { sharedScope } from '../render/shared-scope.ts';
import { checkContainer, type ContainerCheck } from '../render/container-process.ts';
import type { BlobStore } from '../stores/blobs/blob-store.ts';

/** Checks the browser's half of the changed apps of a candidate. Once the signal is aborted, nothing more is begun. */
export type ClientCheck = (
  releases: Record<string, Release>,
  changed: ReadonlySet<string>,
  signal: AbortSignal,
) => Promise<Finding[]>;

export interface ClientCheckOptions {
  /** Has the files of the releases. */
  blobs: BlobStore;
  childScripts: ChildScripts;
  /** Calls back after a time in milliseconds. @returns calls it off. */
  after: After;
}

/** Passed checks that are remembered: a release that changes content alone has the scripts of the one before. */
const REMEMBERED = 200;
/** Imports of scripts that are remembered, in characters: a release changes few of them. */
const REMEMBERED_IMPORTS = 4 * 1024 * 1024;
/** Findings of one release: a team reads no more. */
const ENOUGH_FINDINGS = 20;
const PARSE_TIMEOUT_MS = 10_000;

/**
 * The browser's half of an app, which server rendering never touches: every script parses, every import leads to a
 * file of the release, and a remote's container gives each expose with what the shell shares.
 */
export function createClientCheck(options: ClientCheckOptions): ClientCheck {
  const { blobs, childScripts } = options;
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
    const shell = releases[SHELL]!;
    const affected = Object.values(releases).filter(({ app }) => changed.has(app) || changed.has(SHELL));
    const check = async (release: Release): Promise<Finding[]> => {
      const key = inputsOf(release, shell);
      if (passed.get(key) || signal.aborted) return [];
      const found = await checkRelease(release, shell, { blobs, parser, parse, childScripts, signal });
      if (found.length === 0 && !signal.aborted) passed.set(key, true);
      // An old remote that the new shell breaks: the finding is the shell's.
      return changed.has(release.app) ? found : found.map((defect) => ({ ...defect, app: SHELL }));
    };
    return (await pMap(affected, check, { concurrency: CONCURRENCY })).flat();
  };
  return async (releases, changed, signal) => {
    const parser = createSourceParser({ timeoutMs: PARSE_TIMEOUT_MS, after: options.after });
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

/** All that the outcome depends on: scripts and stylesheets, and what is shared. */
function inputsOf(release: Release, shell: Release): string {
  const checked = Object.entries(release.files).filter(([file]) => file.startsWith('client/'));
  const shared = sharedScope({ [SHELL]: shell });
  return sha256(canonicalJson([checked, Object.keys(release.exposes), shared]));
}

/** A script, and the sha-256 that it is stored under. */
interface Script {
  name: string;
  source: string;
}

type Parse = (script: Script) => Promise<ParsedScript>;

async function checkRelease(
  release: Release,
  shell: Release,
  {
    blobs,
    parser,
    parse,
    childScripts,
    signal,
  }: Omit<ClientCheckOptions, 'after'> & { parser: SourceParser; parse: Parse; signal: AbortSignal },
): Promise<Finding[]> {
  const scripts = await readScripts(release, blobs);
  const ofScripts = await checkScripts(release, scripts, parse, signal);
  const defects = [...ofScripts, ...(await checkStyles(release, { blobs, parser, signal }))];
  // A container with a broken chunk fails for that reason: it is named already.
  if (defects.length > 0 || release.kind === 'shell' || signal.aborted) return defects;
  const check = await containerCheck(release, shell, scripts, blobs);
  const reason = await checkContainer(check, childScripts);
  return reason === undefined ? [] : [finding(release.app, admissionErrors.CONTAINER({ reason }))];
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

async function containerCheck(
  release: Release,
  shell: Release,
  scripts: Map<string, Script>,
  blobs: BlobStore,
): Promise<ContainerCheck> {
  const bundle = await blobs.get(shell.files[shell.server]!.sha256);
  return {
    entry: assetUrl(release.app, release.client.entry),
    exposes: Object.keys(release.exposes),
    scripts: Object.fromEntries([...scripts].map(([url, { source }]) => [url, source])),
    imports: importMap([release]).imports,
    shell: { code: String(bundle), filename: `${SHELL}/${shell.server}` },
    provides: shell.shared.provides,
  };
}
