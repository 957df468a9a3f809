import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** A node of the syntax tree: the fields that this module reads. */
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

/** @returns `path: name (lines)` of every function longer than `most` lines, nested functions and methods included. */
export function longFunctions(file: { path: string; text: string }, most: number): string[] {
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

/** Declarations of functions without a body do not count. */
function isFunction({ type, body }: Node): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type) && Boolean(body);
}

/** @returns the name of a declaration, method or property. */
function nameOf({ id, key }: Node): string | undefined {
  return id?.name ?? key?.name;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child);
}

/** @returns `folder: count files` of every folder with more than `most` files. */
export function crowdedFolders(paths: string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const file of paths) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > most)
    .map(([folder, count]) => `${folder}: ${count} files`);
}
