import { type Scope, type WebpackRequire, createContainer } from './lean-runtime.ts';
import { type LibraryRequire, type Load, openLibrary } from './library-runtime.ts';

/**
 * The container of a remote that shares libraries: as that of lean-runtime.ts, which other remotes have. A chunk has
 * arrived when the libraries that it imports have, too.
 * @param needs chunk → addresses of these libraries
 */
export function createLibraryContainer(
  require: WebpackRequire & LibraryRequire,
  exposes: Parameters<typeof createContainer>[1],
  consumes: Record<string, string>,
  needs: Record<string, readonly string[]>,
  load: Load,
): ReturnType<typeof createContainer> {
  let scope: Scope = {};
  const loadChunk = require.e;
  require.e = (chunk) =>
    Promise.all([
      loadChunk(chunk),
      ...(needs[chunk] ?? []).map((address) => openLibrary(require, load, scope, address)),
    ]);
  const container = createContainer(require, exposes, consumes);
  return { ...container, init: (given) => container.init((scope = given)) };
}
