/** Longest loading time of code, after which the page continues without it (ms). */
const LOAD_LIMIT_MS = 4000;

/** Code did not load in time; an immediate second try would wait as long again. */
export class LoadTimeout extends Error {
  override name = 'LoadTimeout';
}

/**
 * @param what the name of the loaded part, for the error
 * @returns the result of `loading`; rejects with {@link LoadTimeout} after four seconds
 */
export function withinLimit<Value>(
  loading: Promise<Value>,
  what: string,
  setTimeout: (callback: () => void, ms: number) => unknown,
): Promise<Value> {
  const timeout = new Promise<never>((_, reject) => {
    const message = `${what} did not load within ${LOAD_LIMIT_MS} ms`;
    setTimeout(() => reject(new LoadTimeout(message)), LOAD_LIMIT_MS);
  });
  return Promise.race([loading, timeout]);
}

/**
 * Tries again once after a failure, but not after a timeout.
 * @throws the error of the first try, which is more specific than the second one's
 */
export async function tryTwice<Value>(load: () => Promise<Value>): Promise<Value> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof LoadTimeout) throw error;
    return load().catch(() => Promise.reject(error));
  }
}
