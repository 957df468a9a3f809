import { type Node, parse } from 'acorn';

export type ParsedScript = { ok: true; imports: string[] } | { ok: false; reason: string };

/**
 * Reads a script of a release as a browser would, without running it.
 * @param source an ECMAScript module.
 * @returns the specifiers of its static imports and of its dynamic imports with a literal specifier; those that are
 *   computed at run time cannot be checked. Or why it is no valid module.
 */
export function parseScript(source: string): ParsedScript {
  const imports = new Set<string>();
  try {
    visit(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }), imports);
  } catch (error) {
    return { ok: false, reason: (error as Error).message };
  }
  return { ok: true, imports: [...imports] };
}

const IMPORTS = new Set([
  'ImportDeclaration',
  'ImportExpression',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
]);

function visit(
  node: Node & { source?: { type: string; value?: unknown } | null },
  imports: Set<string>,
): void {
  if (IMPORTS.has(node.type) && typeof node.source?.value === 'string') imports.add(node.source.value);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string')
        visit(child as Node, imports);
    }
  }
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
