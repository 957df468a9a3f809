import type { Compilation } from 'webpack';
import type { Parents } from './refresh-event.ts';

/** @returns which modules of a finished build import which, by their ids in the files. */
export function moduleParents({ modules, moduleGraph, chunkGraph }: Compilation): Parents {
  const parents: Parents = {};
  for (const module of modules) {
    const id = chunkGraph.getModuleId(module);
    if (id === null) continue;
    const above = new Set<string>();
    for (const { originModule } of moduleGraph.getIncomingConnections(module)) {
      const parent = originModule && chunkGraph.getModuleId(originModule);
      if (parent !== null && parent !== undefined && parent !== id) above.add(String(parent));
    }
    if (above.size > 0) parents[id] = [...above].toSorted();
  }
  return parents;
}
