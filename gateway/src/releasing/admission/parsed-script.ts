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
import { findPolicyNeeds, type PolicyNeed } from './policy-needs.ts';

/** A position in a script, both from 1. */
export interface ScriptPlace {
  line: number;
  column: number;
}

/** `worker`: where it registers a service worker. `needs`: what the policy of its documents may refuse. */
export type ParsedScript =
  | { ok: true; imports: string[]; worker?: ScriptPlace; needs: PolicyNeed[] }
  | { ok: false; reason: string };

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
export function parseScript(source: string): ParsedScript {
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
