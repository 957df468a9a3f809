import { executionAsyncResource } from 'node:async_hooks';

/**
 * What `process.nextTick` made of one call, kept for ever.
 *
 * V8 forgets the shape of an object when none is alive at a full collection, and code that met it before is slow from then
 * on: `nextTick` took six times as long (1.5 µs), a tenth of an answer that lies ready, since Node calls it four times for
 * each (Node 24.21 and 26.10). Imported before everything else, as the first full collection may come with the imports.
 */
export const keptTick = new Promise<object>((keep) => {
  process.nextTick(() => keep(executionAsyncResource()));
});
