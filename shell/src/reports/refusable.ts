/**
 * The counterpart of kit/src/react/refusable.ts for scripts that load after the page, in a separate module so that no
 * page waits for it.
 */

/** A violation of the Content-Security-Policy, from either browser interface. */
export interface Violation {
  effectiveDirective: string;
  blockedURI?: string;
  blockedURL?: string | null;
  sourceFile?: string | null;
  lineNumber?: number | null;
  columnNumber?: number | null;
}

interface ReportingObserverLike {
  new (
    callback: (reports: { body: Violation }[]) => void,
    options: { types: string[]; buffered: boolean },
  ): { observe(): void };
}

/** Observes violations of the document's policy, earlier ones included where the browser buffers them. */
export function observeViolations(window: Window, take: (violation: Violation) => void): void {
  const { ReportingObserver: Observer } = window as { ReportingObserver?: ReportingObserverLike };
  if (!Observer) return window.document.addEventListener('securitypolicyviolation', take);
  const takeAll = (reports: { body: Violation }[]): void => reports.forEach(({ body }) => take(body));
  new Observer(takeAll, { types: ['csp-violation'], buffered: true }).observe();
}

/** Sends a report that outlives the document. Its delivery is not confirmed. */
export function send(window: Window, url: string, body: string): void {
  try {
    if (window.navigator.sendBeacon(url, body)) return;
  } catch {
    // not there, or taken away
  }
  void window.fetch(url, { method: 'POST', body, keepalive: true }).catch(() => {});
}
