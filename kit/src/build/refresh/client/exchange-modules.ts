import type { Parents } from '../refresh-event.ts';

/** An app's modules in this page. */
export interface Runtime {
  require: WebpackRequire;
  /** Modules that threw when they were evaluated anew: the next update tries them again. */
  unfinished: Set<string>;
}

type IsComponent = (value: unknown) => boolean;

/** Puts newer factories in place. @returns the ids of those that differ */
export function putFactories({ m }: WebpackRequire, modules: Record<string, Factory>): string[] {
  const changed = Object.keys(modules).filter((id) => String(modules[id]) !== String(m[id]));
  for (const id of changed) m[id] = modules[id]!;
  return changed;
}

/**
 * Evaluates what changed, and what imports it up to the nearest modules that export components only: React takes over
 * those where they are shown.
 * @returns why the page has to load again, if it has to
 * @throws what a module throws
 */
export function evaluateAnew(
  runtime: Runtime,
  changed: string[],
  parents: Parents,
  isComponent: IsComponent,
): string | undefined {
  const { require, unfinished } = runtime;
  const { outdated, tops, untaken } = findOutdated(require, changed, parents, isComponent);
  if (untaken !== undefined) return `nothing above module ${untaken} takes it`;
  for (const id of outdated) delete require.c[id];
  for (const id of tops) unfinished.add(id);
  for (const id of unfinished) {
    require(id);
    unfinished.delete(id);
    if (!isBoundary(require, id, isComponent)) return `module ${id} exports more than components now`;
  }
  return undefined;
}

/** @returns also `tops`, those that take the change, and `untaken`, a module whose change no module takes. */
function findOutdated(
  require: WebpackRequire,
  changed: string[],
  parents: Parents,
  isComponent: IsComponent,
) {
  const outdated = new Set<string>();
  const tops = new Set<string>();
  const evaluated = (id: string): boolean => require.c[id] !== undefined;
  const queue = changed.filter(evaluated);
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (outdated.has(id)) continue;
    outdated.add(id);
    if (isBoundary(require, id, isComponent)) {
      tops.add(id);
      continue;
    }
    const above = (parents[id] ?? []).filter(evaluated);
    if (above.length === 0) return { outdated, tops, untaken: id };
    queue.push(...above);
  }
  return { outdated, tops };
}

function isBoundary({ c }: WebpackRequire, id: string, isComponent: IsComponent): boolean {
  const values = Object.values(c[id]?.exports ?? {});
  return values.length > 0 && values.every(isComponent);
}

/** A module's code. */
export type Factory = (module: object, exports: object, require: WebpackRequire) => void;

/** What of an app's webpack runtime an update needs. */
export interface WebpackRequire {
  (id: string): unknown;
  /** The factories. */
  m: Record<string, Factory>;
  /** The modules that were evaluated. */
  c: Record<string, { exports: Record<string, unknown> } | undefined>;
  /** How chunks are loaded: `j` scripts. Without it there are none. */
  f?: { j?(chunk: string, promises: Promise<unknown>[]): void };
}
