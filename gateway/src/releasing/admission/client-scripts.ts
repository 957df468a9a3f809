import { MB } from '@voltframe/kit/contract/units';
import { LRUCache } from 'lru-cache';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import { importMap } from '@voltframe/kit/contract/release/import-map';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { createReleasePositions, type ReadBlob } from '../../observing/stacks/source-positions.ts';
import type { Candidate } from './candidate.ts';
import type { ParsedScript, ScriptPlace } from './parsed-script.ts';
import { POLICY_USES, type PolicyNeed, undeclaredNeeds } from './policy-needs.ts';
import type { SourceParser } from './source-parser.ts';

/** Size of the cache of imports of scripts, in characters; a release changes few scripts. */
const REMEMBERED_IMPORTS = 4 * MB;
/** Most findings of one release. */
const ENOUGH_FINDINGS = 20;

/** Checks the scripts of a release: each parses, imports files of the release and registers no service worker. */
export type ScriptCheck = (
  release: Release,
  parser: SourceParser,
  candidate: Pick<Candidate, 'signal' | 'warn'>,
) => Promise<Finding[]>;

/** @param read gives the files of releases. */
export function createScriptCheck(read: ReadBlob): ScriptCheck {
  const parsed = new LRUCache<string, ParsedScript & { ok: true }>({
    maxSize: REMEMBERED_IMPORTS,
    sizeCalculation: (script) => 100 + script.imports.join().length,
  });
  const positions = createReleasePositions(read);

  const parseOnce = async (parser: SourceParser, name: string): Promise<ParsedScript> => {
    const known = parsed.get(name);
    if (known) return known;
    const script = await parser.script(String(await read(name)));
    // Not cached, because a script that took too long may be in time at the next attempt.
    if (script.ok) parsed.set(name, script);
    return script;
  };

  const placeOf = async (release: Release, file: string, { line, column }: ScriptPlace): Promise<string> => {
    const bundle = `${release.app}@${release.digest.slice(0, 12)}`;
    const source = await (await positions([release])(bundle, `client/${file}`))?.(line, column);
    return source ?? `${file}, line ${line}`;
  };

  return async (release, parser, { signal, warn }) => {
    const { app, digest, files } = release;
    const found: Finding[] = [];
    const needed = new Map<PolicyNeed['use'], { file: string; need: PolicyNeed }>();
    const { imports } = importMap([release]);
    const scripts = new Map(
      Object.entries(files)
        .filter(([file]) => /^client\/.+\.js$/.test(file))
        .map(([file, { sha256: name }]) => [assetUrl(app, file), name]),
    );
    for (const [url, name] of scripts) {
      if (found.length >= ENOUGH_FINDINGS || signal.aborted) break;
      const file = url.slice(url.lastIndexOf('/') + 1);
      const script = await parseOnce(parser, name);
      if (!script.ok)
        found.push(finding(app, admissionErrors.CLIENT_SYNTAX({ file, reason: script.reason })));
      for (const target of script.ok ? script.imports : [])
        if (!scripts.has(resolveImport(target, url, imports) ?? ''))
          found.push(finding(app, admissionErrors.CLIENT_IMPORT({ file, target })));
      if (script.ok && script.worker) {
        const place = await placeOf(release, file, script.worker);
        found.push(finding(app, admissionErrors.SERVICE_WORKER({ place })));
      }
      for (const need of script.ok ? undeclaredNeeds(release, script.needs) : [])
        if (!needed.has(need.use)) needed.set(need.use, { file, need });
    }
    for (const { file, need } of needed.values()) {
      const place = await placeOf(release, file, need);
      const { words, permit = 'no app can permit it' } = POLICY_USES[need.use];
      const error = admissionErrors.POLICY_NEED({ place, does: words, permit });
      warn?.({ ...finding(app, error), owner: app, digest });
    }
    return found.slice(0, ENOUGH_FINDINGS);
  };
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
