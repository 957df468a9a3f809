import { PACK_LIMITS } from '../contract/operations/operations.ts';
import { buildErrors } from '../errors/build-errors.ts';
import type { App } from './app-paths.ts';
import type { Compiled } from './compile.ts';

/**
 * The gateway refuses a larger file, and does not know of what it is made.
 * @param limit in bytes
 * @throws BUILD_SERVER_SIZE
 */
export function checkServerSize(
  { config }: App,
  { files, largest }: Pick<Compiled, 'files' | 'largest'>,
  limit: number = PACK_LIMITS.fileBytes,
): void {
  const bytes = files.get('server.cjs')?.length ?? 0;
  if (bytes > limit)
    throw buildErrors.SERVER_SIZE({ app: config.name, bytes, limit, largest: largest.join(', ') });
}
