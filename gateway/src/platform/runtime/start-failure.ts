import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { gatewayErrors } from '../errors.ts';

/**
 * SQLITE_FULL, and SQLITE_IOERR_SHMSIZE where there is no room for the index of a log: https://sqlite.org/rescode.html
 */
const FULL = new Set<unknown>([13, 4874]);

export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === 'ENOSPC' || FULL.has(errcode);
}

/** @returns one line with the reason why the gateway did not start, and the fix. */
export function startFailure(error: unknown): string {
  if (isPlatformError(error)) return `${error.message} ${error.fix} (${error.code})`;
  const { code, message, address, port, path } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use (${address}). Stop what uses it, or choose another: PORT=3100 npm start`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} needs more rights. Choose one above 1023: PORT=3000`;
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return `No permission to write to ${path}. Set DATA_DIR to a folder of yours.`;
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `${path} is not a folder. Set DATA_DIR to a folder of yours.`;
  if (isDiskFull(error)) return 'The disk is full: nothing can be stored in DATA_DIR.';
  return `The gateway could not start: ${message ?? String(error)}`;
}

/**
 * Reports why a command cannot act on the site.
 * @param command its name.
 * @returns the text for standard error, and the exit code: 3 when the database does not answer, 2 otherwise: a setting
 *   is wrong.
 */
export function commandFailure(command: string, error: unknown): { text: string; code: 2 | 3 } {
  if (!isPlatformError(error)) return { text: `${command}: ${(error as Error).message}`, code: 2 };
  const text = `${command}: ${error.message} (${error.code})\n     ${error.fix}`;
  return { text, code: error.code === gatewayErrors.DATABASE_AWAY.code ? 3 : 2 };
}
