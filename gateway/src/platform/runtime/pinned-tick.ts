import { executionAsyncResource } from 'node:async_hooks';

/**
 * One object that `process.nextTick` creates for a call, referenced for the life of the process.
 *
 * V8 drops the shape of an object when no instance is alive at a full garbage collection, and code that was optimized
 * for the shape stays slow afterwards. Node calls `nextTick` four times for each response: without this reference a
 * ready response reached 0.86 instead of 0.95 of a bare server (Node 26.10, `npm run bench -- cached-page`). Imported
 * first, because the first full collection may happen during the imports.
 */
export const pinnedTick = new Promise<object>((resolve) => {
  process.nextTick(() => resolve(executionAsyncResource()));
});
