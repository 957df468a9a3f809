/** What browsers tell the gateway: a release whose pages fail goes back to its last good one by itself. */
export type ReportKind = 'hydration' | 'chunk';

/**
 * @param app the app whose code failed
 * @returns sends a report; each kind of an app once per document, so that one visitor does not look like many
 */
export function createReporter(
  composition: string,
  sendBeacon: (url: string, body: string) => unknown,
): (kind: ReportKind, app: string) => void {
  const sent = new Set<string>();
  return (kind, app) => {
    const body = JSON.stringify({ composition, app, kind });
    if (sent.has(body)) return;
    sent.add(body);
    sendBeacon('/-/reports', body);
  };
}
