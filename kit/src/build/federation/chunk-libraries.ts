import type { Chunk, ChunkGraph } from 'webpack';

/** The module behind a proxy (library-proxies.ts): its name has the digest of the library's file. */
const BEHIND = /[\\/]library\.([0-9a-f]{64})\.\d+\.cjs$/;

/** @returns digests of the files of shared libraries whose modules a chunk imports, sorted. */
export function librariesOf(chunkGraph: ChunkGraph, chunk: Chunk): string[] {
  const modules = [...chunkGraph.getChunkModulesIterable(chunk)];
  const digests = modules.flatMap((module) => BEHIND.exec(module.nameForCondition() ?? '')?.[1] ?? []);
  return [...new Set(digests)].toSorted();
}
