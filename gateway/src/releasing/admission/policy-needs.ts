import { type ForeignSources, mergeSources } from '@voltframe/kit/contract/routing/foreign-sources';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { AnyNode, CallExpression, NewExpression } from 'acorn';
import type { SimpleVisitors } from 'acorn-walk';

/** A use that the policy of a document refuses, unless the app declares it. */
type PolicyUse = 'worker' | 'webassembly' | 'text' | 'style';

/** The first place of a use in a script. Line and column count from 1. */
export interface PolicyNeed {
  use: PolicyUse;
  line: number;
  column: number;
}

/** What the routes and islands of a release declare. */
interface Declared {
  sources: ForeignSources;
  /** Whether one has `styles: 'runtime'`. */
  styles: boolean;
}

interface UseRule {
  words: string;
  /** The words for its declaration; absent: no app can declare it. */
  permit?: string;
  isDeclared?(declared: Declared): boolean;
}

export const POLICY_USES: Record<PolicyUse, UseRule> = {
  worker: { words: 'starts a worker whose script is a blob', ...bySource('worker-src', 'blob:') },
  webassembly: { words: 'compiles WebAssembly', ...bySource('script-src', "'wasm-unsafe-eval'") },
  text: { words: 'evaluates a text as code' },
  style: {
    words: 'adds a <style>',
    permit: "styles: 'runtime' permits it",
    isDeclared: ({ styles }) => styles,
  },
};

function bySource(directive: keyof ForeignSources, source: string): Omit<UseRule, 'words'> {
  return {
    permit: `csp: { '${directive}': ["${source}"] } permits it`,
    isDeclared: ({ sources }) => sources[directive]?.includes(source) === true,
  };
}

const WORKERS = new Set(['Worker', 'SharedWorker']);
const COMPILERS = new Set(['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming', 'Module']);
/** How packages find the global object in old engines, after all other ways. */
const GLOBAL_OBJECT = /^\s*return\s+(?:this|globalThis|self|window)\s*;?\s*$/;

/**
 * Finds uses that fail in a document of the app only when they run, as after a click. Admission has then not seen them.
 * Uses within `try` do not count, because packages find out there whether they may.
 * @returns visitors of the syntax tree of a script, and its needs, to be read after the walk
 */
export function findPolicyNeeds(): { visitors: SimpleVisitors<unknown>; needs: () => PolicyNeed[] } {
  const found: { use: PolicyUse; node: AnyNode }[] = [];
  const tries: AnyNode[] = [];
  const call = (node: CallExpression | NewExpression): void => {
    const use = useOf(node);
    if (use) found.push({ use, node });
  };
  return {
    visitors: {
      CallExpression: call,
      NewExpression: call,
      TryStatement: ({ block, handler }) => void (handler && tries.push(block)),
    },
    needs: () => {
      const first = new Map<PolicyUse, PolicyNeed>();
      const blocks = tries.toSorted(byStart);
      let [next, end] = [0, 0];
      for (const { use, node } of found.toSorted((a, b) => byStart(a.node, b.node))) {
        for (; next < blocks.length && blocks[next]!.start <= node.start; next++)
          end = Math.max(end, blocks[next]!.end);
        if (first.has(use) || node.start < end) continue;
        const { line, column } = node.loc!.start;
        first.set(use, { use, line, column: column + 1 });
      }
      return [...first.values()];
    },
  };
}

/** @returns the needs that no route and no island of a release declares. */
export function undeclaredNeeds(
  { kind, routes, islands }: Release,
  needs: readonly PolicyNeed[],
): PolicyNeed[] {
  const parts = [...routes, ...Object.values(islands)];
  const declared: Declared = {
    sources: mergeSources(...parts.map(({ csp }) => csp)),
    // React, which the shell contains, adds one for a page that renders one, and that page declares it.
    styles: kind === 'shell' || parts.some(({ styles }) => styles === 'runtime'),
  };
  return needs.filter(({ use }) => !POLICY_USES[use].isDeclared?.(declared));
}

const byStart = (a: AnyNode, b: AnyNode): number => a.start - b.start;

function useOf({ type, callee, arguments: values }: CallExpression | NewExpression): PolicyUse | undefined {
  const [first] = values;
  if (callee.type === 'MemberExpression') {
    // That of the DOM: the one of React has more arguments.
    const isStyle = propertyOf(callee) === 'createElement' && values.length === 1 && isText(first, 'style');
    if (isStyle) return 'style';
    const isCompiler = isNamed(callee.object, 'WebAssembly') && COMPILERS.has(propertyOf(callee) ?? '');
    return isCompiler ? 'webassembly' : undefined;
  }
  if (callee.type !== 'Identifier') return undefined;
  if (type === 'NewExpression' && WORKERS.has(callee.name))
    return isBlobAddress(first) ? 'worker' : undefined;
  if (callee.name === 'eval' && type === 'CallExpression') return first && 'text';
  if (callee.name !== 'Function') return undefined;
  const code = values.at(-1);
  return code?.type === 'Literal' && GLOBAL_OBJECT.test(String(code.value)) ? undefined : 'text';
}

const isText = (node: AnyNode | undefined, text: string): boolean =>
  node?.type === 'Literal' && node.value === text;

const isNamed = (node: AnyNode, name: string): boolean => node.type === 'Identifier' && node.name === name;

function propertyOf(node: AnyNode): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  return node.property.type === 'Identifier' ? node.property.name : undefined;
}

/** @returns whether an expression is a call of `URL.createObjectURL`. */
function isBlobAddress(node: AnyNode | undefined): boolean {
  return node?.type === 'CallExpression' && propertyOf(node.callee) === 'createObjectURL';
}
