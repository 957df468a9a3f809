/** Calls back once, after a time in milliseconds. @returns cancels the callback. */
export function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

/**
 * Calls back at an interval in milliseconds, which does not keep the process alive.
 * @returns stops the interval.
 */
export function every(ms: number, callback: () => void): () => void {
  const timer = setInterval(callback, ms).unref();
  return () => clearInterval(timer);
}
