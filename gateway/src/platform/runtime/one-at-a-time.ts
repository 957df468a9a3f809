/** Runs asynchronous functions one after the other, in the order of the calls. A failure does not stop the next one. */
export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** @returns a mutex that is free. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/**
 * Runs one function at a time. All calls that arrive during a run share one further run.
 * @param work is never called while its promise of an earlier call is pending.
 */
export function createCoalescingRunner(work: () => Promise<unknown>) {
  let next: PromiseWithResolvers<void> | undefined;
  let running: Promise<void> | undefined;
  let closed = false;
  const runAll = async (): Promise<void> => {
    while (next) {
      if (closed) break;
      const { resolve, reject } = next;
      next = undefined;
      await work().then(() => resolve(), reject);
    }
    next?.resolve();
    next = undefined;
    running = undefined;
  };
  return {
    /** @returns settles like the first run that begins after this call; resolves when the runner is closed before. */
    run(): Promise<void> {
      if (closed) return Promise.resolve();
      next ??= Promise.withResolvers<void>();
      const { promise } = next;
      running ??= runAll();
      return promise;
    },
    /** Begins no further run. @returns resolves when the current run has ended; never rejects. */
    async close(): Promise<void> {
      closed = true;
      await running;
    },
  };
}
