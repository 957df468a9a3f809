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
import { type ParsedScript, parseScript, resolveImport } from './script-imports.ts';
import type { ChildScripts } from '../render/child-scripts.ts';
import { sharedScope } from '../render/shared-scope.ts';
import { checkContainer, type ContainerCheck } from '../render/container-process.ts';
import type { BlobStore } from '../stores/blobs/blob-store.ts';

/** Checks the browser's half of the changed apps of a candidate. */
export type ClientCheck = (
  releases: Record<string, Release>,
  changed: ReadonlySet<string>,
) => Promise<Finding[]>;

/** Passed checks that are remembered: a release that changes content alone has the scripts of the one before. */
const REMEMBERED = 200;
/** Scripts whose imports are remembered: a release changes few of them, and parsing holds up visitors. */
const REMEMBERED_SCRIPTS = 2_000;

/**
 * The browser's half of an app, which server rendering never touches: every script parses, every import leads to a
 * file of the release, and a remote's container gives each expose with what the shell shares.
 * @param blobs has the files of the releases.
 */
export function createClientCheck(blobs: BlobStore, childScripts: ChildScripts): ClientCheck {
  const passed = new LRUCache<string, true>({ max: REMEMBERED });
  const parsed = new LRUCache<string, ParsedScript, string>({
    max: REMEMBERED_SCRIPTS,
    memoMethod: (_, __, { context: source }) => parseScript(source),
  });
  const parse: Parse = (source) => parsed.memo(sha256(source), { context: source });
  return async (releases, changed) => {
    const shell = releases[SHELL]!;
    const affected = Object.values(releases).filter(({ app }) => changed.has(app) || changed.has(SHELL));
    const check = async (release: Release): Promise<Finding[]> => {
      const key = inputsOf(release, shell);
      if (passed.get(key)) return [];
      const found = await checkRelease(release, shell, { blobs, parse, childScripts });
      if (found.length === 0) passed.set(key, true);
      // An old remote that the new shell breaks: the finding is the shell's.
      return changed.has(release.app) ? found : found.map((defect) => ({ ...defect, app: SHELL }));
    };
    return (await pMap(affected, check, { concurrency: CONCURRENCY })).flat();
  };
}

const CONCURRENCY = 2;

/** All that the outcome depends on: scripts and stylesheets, and what is shared. */
function inputsOf(release: Release, shell: Release): string {
  const checked = Object.entries(release.files).filter(([file]) => file.startsWith('client/'));
  const shared = sharedScope({ [SHELL]: shell });
  return sha256(canonicalJson([checked, Object.keys(release.exposes), shared]));
}

type Parse = (source: string) => ParsedScript;

async function checkRelease(
  release: Release,
  shell: Release,
  { blobs, parse, childScripts }: { blobs: BlobStore; parse: Parse; childScripts: ChildScripts },
): Promise<Finding[]> {
  const scripts = await readScripts(release, blobs);
  const defects = [...checkScripts(release, scripts, parse), ...(await checkStyles(release, blobs))];
  // A container with a broken chunk fails for that reason: it is named already.
  if (defects.length > 0 || release.kind === 'shell') return defects;
  const check = await containerCheck(release, shell, scripts, blobs);
  const reason = await checkContainer(check, childScripts);
  return reason === undefined ? [] : [finding(release.app, admissionErrors.CONTAINER({ reason }))];
}

function checkScripts(release: Release, scripts: Map<string, string>, parse: Parse): Finding[] {
  const found: Finding[] = [];
  const { imports } = importMap([release]);
  for (const [url, source] of scripts) {
    const file = url.slice(url.lastIndexOf('/') + 1);
    const parsed = parse(source);
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
  return found;
}

/** URL → source of every script of a release. */
async function readScripts(release: Release, blobs: BlobStore): Promise<Map<string, string>> {
  const scripts = new Map<string, string>();
  for (const [file, { sha256: name }] of Object.entries(release.files)) {
    if (!/^client\/.+\.js$/.test(file)) continue;
    scripts.set(assetUrl(release.app, file), String(await blobs.get(name)));
  }
  return scripts;
}

async function containerCheck(
  release: Release,
  shell: Release,
  scripts: Map<string, string>,
  blobs: BlobStore,
): Promise<ContainerCheck> {
  const bundle = await blobs.get(shell.files[shell.server]!.sha256);
  return {
    entry: assetUrl(release.app, release.client.entry),
    exposes: Object.keys(release.exposes),
    scripts: Object.fromEntries(scripts),
    imports: importMap([release]).imports,
    shell: { code: String(bundle), filename: `${SHELL}/${shell.server}` },
    provides: shell.shared.provides,
  };
}
