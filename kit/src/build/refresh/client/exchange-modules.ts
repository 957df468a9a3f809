import type { Parents } from '../refresh-event.ts';

/** An app's modules in this page. */
export interface Runtime {
  require: WebpackRequire;
  /** Modules that threw when they were evaluated again; the next update retries them. */
  unfinished: Set<string>;
}

type IsComponent = (value: unknown) => boolean;

/** Installs newer factories. @returns the ids of changed modules */
export function putFactories({ m }: WebpackRequire, modules: Record<string, Factory>): string[] {
  const changed = Object.keys(modules).filter((id) => String(modules[id]) !== String(m[id]));
  for (const id of changed) m[id] = modules[id]!;
  return changed;
}

/**
 * Evaluates changed modules and their importers, up to the nearest modules that export components only, which React
 * Refresh updates.
 * @returns the reason to reload the page, if any
 * @throws the error of a module
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

/**
 * @returns also `tops`, the modules that accept the change, and `untaken`, a module whose change no module accepts.
 */
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

/** The factory of a module. */
export type Factory = (module: object, exports: object, require: WebpackRequire) => void;

/** The parts of an app's webpack runtime that an update needs. */
export interface WebpackRequire {
  (id: string): unknown;
  /** The factories. */
  m: Record<string, Factory>;
  /** The evaluated modules. */
  c: Record<string, { exports: Record<string, unknown> } | undefined>;
  /** Chunk loaders: `j` loads scripts. Absent without chunks. */
  f?: { j?(chunk: string, promises: Promise<unknown>[]): void };
}
