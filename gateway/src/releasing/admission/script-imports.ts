import { type ExportAllDeclaration, type ExportNamedDeclaration, parse } from 'acorn';
import type { ImportDeclaration, ImportExpression } from 'acorn';
import { simple } from 'acorn-walk';

type Importing = ImportDeclaration | ImportExpression | ExportNamedDeclaration | ExportAllDeclaration;
/** A script has few; each is looked up. */
const MOST_IMPORTS = 1_000;
const LONGEST_IMPORT = 2_000;

export type ParsedScript = { ok: true; imports: string[] } | { ok: false; reason: string };

/**
 * Reads a script of a release as a browser would, without running it.
 * @param source an ECMAScript module.
 * @returns the specifiers of its static imports and of its dynamic imports with a literal specifier; those that are
 *   computed at run time cannot be checked. Or why it is no valid module.
 */
export function parseScript(source: string): ParsedScript {
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

/**
 * @param from URL of the script that imports.
 * @param imports the import map of the composition.
 * @returns the URL a browser would ask for; undefined for a bare specifier, which no map leads anywhere.
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
