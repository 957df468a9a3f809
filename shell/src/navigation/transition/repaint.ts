/** Longest wait for the repaint (the hero transition) before a route is resolved (docs/behaviour.md 5.11). */
const REPAINT_TIMEOUT_MS = 100;

export interface RepaintPorts {
  requestAnimationFrame(callback: () => void): unknown;
  setTimeout(callback: () => void, ms: number): unknown;
}

/**
 * Waits until the browser has painted the effect of the click (docs/behaviour.md 5.11): about 100 ms at most
 * (background tabs).
 */
export function repaint(ports: RepaintPorts): Promise<void> {
  return new Promise((resolve) => {
    ports.setTimeout(resolve, REPAINT_TIMEOUT_MS);
    ports.requestAnimationFrame(() => ports.setTimeout(resolve, 0));
  });
}
