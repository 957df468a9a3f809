import { parseSync } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  type: string;
  start: number;
  end: number;
  body?: Node | null;
  id?: Node | null;
  key?: Node;
  name?: string;
  [field: string]: unknown;
}

/** @returns `path: name (lines)` of every function that is longer than `most` lines; nested ones and methods count, too. */
export function longFunctions(file: SourceFile, most: number): string[] {
  const found: string[] = [];
  const visit = (node: Node, name: string): void => {
    if (isFunction(node)) {
      const lines = file.text.slice(node.start, node.end).split('\n').length;
      if (lines > most) found.push(`${file.path}: ${nameOf(node) ?? name} (${lines} lines)`);
    }
    for (const child of childrenOf(node)) visit(child, nameOf(node) ?? name);
  };
  visit(parseSync(file.path, file.text).program as unknown as Node, 'the module');
  return found;
}

/** Data, schemas and declarations of types are none, however long. */
function isFunction({ type, body }: Node): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type) && Boolean(body);
}

/** @returns what a declaration, method or property is called. */
function nameOf({ id, key }: Node): string | undefined {
  return id?.name ?? key?.name;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child);
}
