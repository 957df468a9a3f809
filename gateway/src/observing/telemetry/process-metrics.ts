import { collectDefaultMetrics, Registry } from 'prom-client';

/** The metrics of Node and of the operating system for this process: memory, processor time, delays. */
export type ProcessMetrics = Pick<Registry, 'metrics'>;

/**
 * Starts to collect the metrics of the process. Called once per process, because the collection cannot be stopped: a
 * gateway that starts read-only and is replaced in the same process would stay in memory.
 */
export function collectProcessMetrics(): ProcessMetrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}
