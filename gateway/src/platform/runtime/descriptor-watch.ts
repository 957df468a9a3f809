import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Shares of the allowed file descriptors: the log warns from the first one on, and reports the end below the second.
 */
const FEW_LEFT = 0.9;
const ENOUGH_LEFT = 0.8;

/** The file descriptors of this process: how many are open, and how many may be. */
export interface Descriptors {
  open: number;
  most: number;
}

/** @returns undefined without `/proc`. When no descriptor is left to read the folder with, all count as open. */
export function readDescriptors(): Descriptors | undefined {
  try {
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    // One of them was opened to read the folder.
    return { open: readdirSync('/proc/self/fd').length - 1, most: Number(most) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EMFILE' || code === 'ENFILE' ? { open: Infinity, most: Infinity } : undefined;
  }
}

/**
 * Logs when file descriptors run out: the system then closes new connections without an error that Node reports.
 * @param read as `readDescriptors`.
 * @returns a check to call every few seconds. It logs one line when few are left, and one when enough are free again.
 */
export function createDescriptorWatch(
  read: () => Descriptors | undefined,
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>,
): () => void {
  let warned = false;
  return () => {
    const now = read();
    if (!now) return;
    const share = now.open === Infinity ? 1 : now.open / now.most;
    if (!warned && share >= FEW_LEFT)
      logger.error(
        now,
        'file descriptors run out: without one a new connection is closed unanswered; raise the limit (ulimits in Compose, LimitNOFILE)',
      );
    else if (warned && share < ENOUGH_LEFT) logger.warn(now, 'there are enough file descriptors again');
    else return;
    warned = !warned;
  };
}
