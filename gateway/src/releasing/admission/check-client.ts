import { mergeSources } from '@voltframe/kit/contract/routing/foreign-sources';
import { MB } from '@voltframe/kit/contract/units';
import { LRUCache } from 'lru-cache';
import pMap from 'p-map';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import { importMap } from '@voltframe/kit/contract/release/import-map';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { createReleasePositions, type ReadBlob } from '../../observing/stacks/source-positions.ts';
import type { Candidate, Check } from './candidate.ts';
import {
  type AnyNode,
  type ExportAllDeclaration,
  type ExportNamedDeclaration,
  parse,
  type ImportDeclaration,
  type ImportExpression,
  type MemberExpression,
} from 'acorn';
import { simple } from 'acorn-walk';
import type { StyleIssue } from '@voltframe/kit/packaging/check-stylesheet';
import type { CustomProperties } from '@voltframe/kit/packaging/custom-properties';
import { createWorkerThread } from '../../platform/runtime/worker-thread.ts';
import { findPolicyNeeds, POLICY_USES, type PolicyNeed, undeclaredNeeds } from './policy-needs.ts';

/** Checks the files of new releases that only browsers run. */
export type ClientCheck = Check;

/** Most cached stylesheets that passed, by app; a release changes few. */
const REMEMBERED_STYLESHEETS = 5_000;
/** Size of the cache of imports of scripts, in characters; a release changes few scripts. */
const REMEMBERED_IMPORTS = 4 * MB;
/** Most findings of one release. */
const ENOUGH_FINDINGS = 20;
/** Most stylesheets of one release that are read. */
const MOST_STYLESHEETS = 200;
const CONCURRENCY = 2;
/** Size of the cache of custom properties, in characters of their names and definitions. */
const REMEMBERED_PROPERTIES = 4 * MB;

/**
 * @param read gives the files of releases.
 * @param timeoutMs time limit of one script or stylesheet, in milliseconds, sufficient on a busy machine.
 * @returns checks the browser's half of the new releases, which rendering on the server never runs: every script
 *   parses and registers no service worker, every import leads to a file of the release, the stylesheets of a remote
 *   reach its own elements only, and no app registers a custom property that another uses otherwise.
 */
export function createClientCheck(read: ReadBlob, timeoutMs: number): ClientCheck {
  const cleanStyles = new LRUCache<string, true>({ max: REMEMBERED_STYLESHEETS });
  const parsed = new LRUCache<string, ParsedScript & { ok: true }>({
    maxSize: REMEMBERED_IMPORTS,
    sizeCalculation: (script) => 100 + script.imports.join().length,
  });

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

  const checkScripts = async (
    release: Release,
    parser: SourceParser,
    { signal, warn }: Pick<Candidate, 'signal' | 'warn'>,
  ): Promise<Finding[]> => {
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
      const { words, declare } = POLICY_USES[need.use];
      const permit = declare
        ? `csp: { '${declare[0]}': ["${declare[1]}"] } permits it`
        : 'no app can permit it';
      const error = admissionErrors.POLICY_NEED({ place, does: words, permit });
      warn?.({ ...finding(app, error), owner: app, digest });
    }
    return found.slice(0, ENOUGH_FINDINGS);
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

  return async ({ served, changed, signal, warn }) => {
    const parser = createSourceParser(timeoutMs);
    const check = async (release: Release): Promise<Finding[]> => [
      ...(await checkScripts(release, parser, { signal, ...(warn && { warn }) })),
      ...(await checkStyles(release, parser, signal)),
    ];
    signal.addEventListener('abort', parser.end);
    try {
      const own = Object.values(served.releases).filter(({ app }) => changed.has(app));
      const found = (await pMap(own, check, { concurrency: CONCURRENCY })).flat();
      if (found.length > 0 || signal.aborted) return found;
      const conflicts = await checkProperties(Object.values(served.releases), changed, parser);
      return conflicts.slice(0, ENOUGH_FINDINGS);
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

/** A position in a script, both from 1. */
interface ScriptPlace {
  line: number;
  column: number;
}

/** `worker`: where it registers a service worker. `needs`: what the policy of its documents may refuse. */
export type ParsedScript =
  | { ok: true; imports: string[]; worker?: ScriptPlace; needs: PolicyNeed[] }
  | { ok: false; reason: string };

type Source =
  | { script: string }
  | { css: string; app: string; pictures: readonly string[] }
  | { properties: string };
type Parsed = ParsedScript | StyleIssue[] | CustomProperties;

/** Largest script, in characters: a hundred times as long as those of real apps. */
export const SCRIPT_LENGTH = 8 * MB;
const MEMORY_MB = 384;

/** Parses scripts and stylesheets of releases in a thread, because one may take seconds. */
export interface SourceParser {
  /** @returns its imports, or the reason of the refusal: no module, too large, or too slow. Never rejects. */
  script(source: string): Promise<ParsedScript>;
  /**
   * @param pictures sources that the app declares as `img-src`
   * @returns what changes other apps, and what its documents do not load, or the reason of the refusal. Never rejects.
   */
  styles(css: string, app: string, pictures: readonly string[]): Promise<StyleIssue[]>;
  /** @returns the custom properties of a stylesheet; none when it takes too long. Never rejects. */
  properties(css: string): Promise<CustomProperties>;
  /** Ends the thread. Unparsed sources are refused. */
  end: () => void;
}

/** @param timeoutMs longest time for one script or stylesheet, in milliseconds. */
export function createSourceParser(timeoutMs: number): SourceParser {
  const { run, end } = createWorkerThread<Source, Parsed>({
    module: import.meta.filename,
    name: 'parseSource',
    memoryMb: MEMORY_MB,
    limit: { ms: timeoutMs, reason: `it takes longer than ${timeoutMs} ms`, blocks: false },
  });
  const reasonOf = (error: unknown): string => `it cannot be read: ${(error as Error).message}`;
  return {
    async script(source: string): Promise<ParsedScript> {
      if (source.length > SCRIPT_LENGTH)
        return { ok: false, reason: `it is longer than ${SCRIPT_LENGTH} characters` };
      return run({ script: source }).catch((error: unknown) => ({
        ok: false,
        reason: reasonOf(error),
      })) as Promise<ParsedScript>;
    },
    async styles(css: string, app: string, pictures: readonly string[]): Promise<StyleIssue[]> {
      // A longer text is refused for its length.
      return run({ css: css.slice(0, SCRIPT_LENGTH), app, pictures }).catch((error: unknown) => [
        { line: 1, reason: reasonOf(error) },
      ]) as Promise<StyleIssue[]>;
    },
    async properties(css: string): Promise<CustomProperties> {
      const none = { registered: {}, named: [] };
      return run({ properties: css.slice(0, SCRIPT_LENGTH) }).catch(() => none) as Promise<CustomProperties>;
    },
    end,
  };
}

/** Runs in the thread. @public */
export async function parseSource(source: Source): Promise<Parsed> {
  if ('script' in source) return parseScript(source.script);
  if ('properties' in source) {
    const { customProperties } = await import('@voltframe/kit/packaging/custom-properties');
    return customProperties(source.properties);
  }
  // Loading the parser takes longer than parsing most scripts.
  const { checkStylesheet } = await import('@voltframe/kit/packaging/check-stylesheet');
  const { foreignFiles } = await import('@voltframe/kit/packaging/foreign-files');
  const issues = checkStylesheet(source.css, { app: source.app, stage: 'built' });
  return issues.length > 0 ? issues : foreignFiles(source.css, source.pictures);
}

type Importing = ImportDeclaration | ImportExpression | ExportNamedDeclaration | ExportAllDeclaration;
/** Most imports of one script, because each is resolved. */
const MOST_IMPORTS = 1_000;
const LONGEST_IMPORT = 2_000;
/** Address of the file of a shared library. */
const LIBRARY = /^\/assets\/-\/[0-9a-f]{64}\.js$/;
/**
 * Reads a script of a release as a browser would, without running it.
 * @param source an ECMAScript module.
 * @returns the specifiers of its static imports and of its dynamic imports with a literal specifier, because computed
 * ones cannot be checked, and the addresses of shared libraries in it; the first place where it registers a service
 * worker; its policy needs; or the reason why it is no valid module.
 */
function parseScript(source: string): ParsedScript {
  const imports = new Set<string>();
  const read = ({ source: from }: Importing): void => {
    if (from?.type === 'Literal' && typeof from.value === 'string') imports.add(from.value);
  };
  /** Variables that hold the container of service workers, and the calls of a `register`. */
  const containers = new Set<string>();
  const registers: MemberExpression[] = [];
  const isContainer = (node: AnyNode | null | undefined): boolean =>
    node?.type === 'ChainExpression'
      ? isContainer(node.expression)
      : node?.type === 'MemberExpression' && nameOf(node) === CONTAINER;
  const { visitors, needs } = findPolicyNeeds();
  try {
    simple(parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true }), {
      ...visitors,
      MemberExpression(node) {
        if (nameOf(node) === 'register') registers.push(node);
      },
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && isContainer(init)) containers.add(id.name);
        for (const property of id.type === 'ObjectPattern' ? id.properties : [])
          if (
            property.type === 'Property' &&
            property.value.type === 'Identifier' &&
            keyOf(property) === CONTAINER
          )
            containers.add(property.value.name);
      },
      // A container names the files of its shared libraries. Without one of its own, it would lose that of another app.
      Literal({ value }) {
        if (typeof value === 'string' && LIBRARY.test(value)) imports.add(value);
      },
      ImportDeclaration: read,
      ImportExpression: read,
      ExportNamedDeclaration: read,
      ExportAllDeclaration: read,
    });
  } catch (error) {
    return { ok: false, reason: (error as Error).message.slice(0, LONGEST_IMPORT) };
  }
  if (imports.size > MOST_IMPORTS)
    return { ok: false, reason: `it imports more than ${MOST_IMPORTS} modules` };
  const long = [...imports].find((specifier) => specifier.length > LONGEST_IMPORT);
  if (long !== undefined)
    return { ok: false, reason: `it imports by a name of more than ${LONGEST_IMPORT} characters` };
  const found = registers.find(
    ({ object }) => isContainer(object) || (object.type === 'Identifier' && containers.has(object.name)),
  );
  const script: ParsedScript = { ok: true, imports: [...imports], needs: needs() };
  if (!found) return script;
  const { line, column } = found.property.loc!.start;
  return { ...script, worker: { line, column: column + 1 } };
}

/** The property of `navigator`. */
const CONTAINER = 'serviceWorker';

/** @returns the name of the property that is read; undefined: it is computed. */
function nameOf({ computed, property }: MemberExpression): string | undefined {
  return keyOf({ computed, key: property });
}

function keyOf({ computed, key }: { computed: boolean; key: AnyNode }): string | undefined {
  if (key.type === 'Identifier') return computed ? undefined : key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
}
