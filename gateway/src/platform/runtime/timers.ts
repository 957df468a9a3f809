/** Calls back once, after a time in milliseconds. @returns calls it off. */
export function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

/**
 * Calls back again and again, each time after so many milliseconds; that alone keeps no program running.
 * @returns ends it.
 */
export function every(ms: number, callback: () => void): () => void {
  const timer = setInterval(callback, ms).unref();
  return () => clearInterval(timer);
}
