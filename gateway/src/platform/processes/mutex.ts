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
