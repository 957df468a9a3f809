export interface BrowserErrorsPorts {
  window: Pick<Window, 'addEventListener'>;
  console: Pick<Console, 'error'>;
  /** @param calls of components, as React writes them */
  onError(thrown: unknown, calls?: string): void;
}

/**
 * Hears of what a page throws: what nobody catches, and what React tells of in the console, which is hydration that failed
 * and components that threw.
 */
export function watchBrowserErrors({ window, console, onError }: BrowserErrorsPorts): void {
  window.addEventListener('error', ({ error, message }) => onError(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => onError(reason));
  const write = console.error.bind(console);
  console.error = (...values: unknown[]): void => {
    write(...values);
    const error = values.find((value) => value instanceof Error);
    if (error) onError(error, values.find(isCalls));
  };
}

function isCalls(value: unknown): value is string {
  return typeof value === 'string' && /^\s+at \S/.test(value);
}
