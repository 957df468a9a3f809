import { MB } from '@voltframe/kit/contract/units';
import { type ExportAllDeclaration, type ExportNamedDeclaration, parse } from 'acorn';
import type { ImportDeclaration, ImportExpression } from 'acorn';
import { simple } from 'acorn-walk';
import type { StyleIssue } from '@voltframe/kit/packaging/check-stylesheet';
import { createWorkerThread } from '../../platform/runtime/worker-thread.ts';

export type ParsedScript = { ok: true; imports: string[] } | { ok: false; reason: string };

type Source = { script: string } | { css: string; app: string };

/** Largest script, in characters: a hundred times as long as those of real apps. */
export const SCRIPT_LENGTH = 8 * MB;
const MEMORY_MB = 384;

export type SourceParser = ReturnType<typeof createSourceParser>;

/**
 * Parses scripts and stylesheets of releases in a thread, because one may take seconds.
 * @param timeoutMs longest time for one script or stylesheet, in milliseconds.
 */
export function createSourceParser(timeoutMs: number) {
  const { run, end } = createWorkerThread<Source, ParsedScript | StyleIssue[]>({
    module: import.meta.filename,
    name: 'parseSource',
    memoryMb: MEMORY_MB,
    limit: { ms: timeoutMs, reason: `it takes longer than ${timeoutMs} ms`, blocks: false },
  });
  const reasonOf = (error: unknown): string => `it cannot be read: ${(error as Error).message}`;
  return {
    /** @returns its imports, or the reason of the refusal: no module, too large, or too slow. Never rejects. */
    async script(source: string): Promise<ParsedScript> {
      if (source.length > SCRIPT_LENGTH)
        return { ok: false, reason: `it is longer than ${SCRIPT_LENGTH} characters` };
      return run({ script: source }).catch((error: unknown) => ({
        ok: false,
        reason: reasonOf(error),
      })) as Promise<ParsedScript>;
    },
    /** @returns the imports that leave the app, or the reason of the refusal. Never rejects. */
    async styles(css: string, app: string): Promise<StyleIssue[]> {
      // A longer text is refused for its length.
      return run({ css: css.slice(0, SCRIPT_LENGTH), app }).catch((error: unknown) => [
        { line: 1, reason: reasonOf(error) },
      ]) as Promise<StyleIssue[]>;
    },
    /** Ends the thread. Unparsed sources are refused. */
    end,
  };
}

/** Runs in the thread. @public */
export async function parseSource(source: Source): Promise<ParsedScript | StyleIssue[]> {
  if ('script' in source) return parseScript(source.script);
  // Loading the parser takes longer than parsing most scripts.
  const { checkStylesheet } = await import('@voltframe/kit/packaging/check-stylesheet');
  return checkStylesheet(source.css, { app: source.app, stage: 'built' });
}

type Importing = ImportDeclaration | ImportExpression | ExportNamedDeclaration | ExportAllDeclaration;
/** Most imports of one script, because each is resolved. */
const MOST_IMPORTS = 1_000;
const LONGEST_IMPORT = 2_000;
/**
 * Reads a script of a release as a browser would, without running it.
 * @param source an ECMAScript module.
 * @returns the specifiers of its static imports and of its dynamic imports with a literal specifier, because computed
 * ones cannot be checked; or the reason why it is no valid module.
 */
function parseScript(source: string): ParsedScript {
  const imports = new Set<string>();
  const read = ({ source: from }: Importing): void => {
    if (from?.type === 'Literal' && typeof from.value === 'string') imports.add(from.value);
  };
  try {
    simple(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }), {
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
  return { ok: true, imports: [...imports] };
}
