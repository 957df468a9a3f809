/** Limits the number of simultaneous tasks; the others wait in order. */
export interface Semaphore {
  run<Value>(task: () => Promise<Value>): Promise<Value>;
}

export function createSemaphore(limit: number): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(task) {
      if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
      else running++;
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
