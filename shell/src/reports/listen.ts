import type { PageData } from '@voltframe/kit/contract/page/page-data';
import { whenIdle } from '@voltframe/kit/react/refusable';
import { HYDRATED_EVENT, OFF_EVENT } from '../boot-state.ts';
import type { Signal, Tell } from './signals.ts';

/**
 * Collects the signals of a document until the script that sends them has loaded. That script loads when the document
 * has loaded, hydration is decided, and the browser is idle. Until then this is the only cost.
 * @returns a receiver of signals that do not reach the window; undefined when the gateway or the visitor wants no
 *   reports, or a program drives the browser, unless its address asks for them (`?report=1`)
 */
export function listen(window: Window & typeof globalThis, data: PageData): Tell | undefined {
  const { document, location, navigator } = window;
  const early: Signal[] = [];
  let take: Tell = (signal) => void early.push(signal);
  const tell: Tell = (signal) => take(signal);
  const isDriven = navigator.webdriver && !location.search.includes('report=1');
  if (!data.reports || isDriven || refuses(navigator)) return undefined;
  window.addEventListener('error', tell);
  window.addEventListener('unhandledrejection', tell);
  let asked = false;
  const decided = (event: Event): void => {
    // A hydrated page may be switched off later.
    if (asked) return;
    asked = true;
    const load = (): void =>
      whenIdle(() => {
        import(/* webpackChunkName: "reports" */ './start-reports.ts').then(
          ({ startReports }) => (take = startReports(window, data, early, event)),
          () => (take = () => {}),
        );
      });
    if (document.readyState === 'complete') load();
    else window.addEventListener('load', load);
  };
  for (const event of [HYDRATED_EVENT, OFF_EVENT]) window.addEventListener(event, decided);
  return tell;
}

/** Do Not Track, and Global Privacy Control. */
function refuses({
  doNotTrack,
  globalPrivacyControl,
}: Navigator & { globalPrivacyControl?: boolean }): boolean | undefined {
  return doNotTrack === '1' || globalPrivacyControl;
}
