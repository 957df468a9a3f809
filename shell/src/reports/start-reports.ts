import type { PageData } from '@voltframe/kit/contract/page/page-data';
import type { DeviceClass, ViewReport } from '@voltframe/kit/contract/reports/view-report';
import { HYDRATED_EVENT } from '../boot-state.ts';
import { createErrorGroups } from './error-groups.ts';
import { createOutbox } from './outbox.ts';
import { observeEntries, observeViolations, send } from './refusable.ts';
import { placed, reportedError, reportedViolation } from './reported-error.ts';
import type { CaughtError, Navigated, Shown, Signal, Tell } from './signals.ts';
import { watchVitals } from './vitals.ts';

/**
 * Crawlers that identify themselves. Less exact than navigation/crawler.ts, which is larger: single wrong decisions
 * do not matter here.
 */
const CRAWLERS = /bot\b|crawl|spider|lighthouse/i;

/**
 * Reports the errors of this document soon, and its measurements when it is left for the first time. A document
 * restored from the back/forward cache continues to report errors; it is not a new view.
 * @param early the signals from before this script
 * @param decided the event of the document's hydration, or that there is none
 * @returns takes the signals from now on
 */
export function startReports(
  window: Window & typeof globalThis,
  data: Pick<PageData, 'composition' | 'page' | 'routes'>,
  early: readonly Signal[],
  decided: Pick<Event, 'type' | 'timeStamp'>,
): Tell {
  const { document, navigator } = window;
  if (CRAWLERS.test(navigator.userAgent)) return () => {};
  const first = data.routes.find(({ id }) => id === data.page?.routeId) ?? null;
  let shown: Shown['route'] = first;
  let measured = false;
  const isHidden = (): boolean => document.visibilityState === 'hidden';
  const vitals = watchVitals({
    observe: observeEntries,
    performance: window.performance,
    hidden: isHidden(),
    hydratedMs: decided.type === HYDRATED_EVENT ? decided.timeStamp : undefined,
  });
  const groups = createErrorGroups();
  const { composition } = data;
  const device = deviceOf(window.innerWidth);
  const outbox = createOutbox({
    groups,
    send(said) {
      const report: ViewReport = { version: 2, composition, device, ...said };
      send(window, '/-/reports', JSON.stringify(report));
    },
    setTimeout: window.setTimeout.bind(window),
  });
  const note = (error: ReturnType<typeof reportedError>, from: Partial<CaughtError>): void => {
    // Changes by a translator cause errors in correct code.
    if (error && !isTranslated(document) && groups.add(placed(error, from, shown))) outbox.plan();
  };
  const take: Tell = (signal) => {
    if (signal.type === 'shown') shown = (signal as Shown).route;
    else if (signal.type === 'navigated') vitals.navigated(shown?.id, (signal as Navigated).ms);
    else note(reportedError(signal as CaughtError), signal as CaughtError);
  };
  const leave = (): void => {
    outbox.flush(measured || !first ? undefined : vitals.read(first.id));
    measured = true;
  };
  early.forEach(take);
  observeViolations(window, (violation) => note(reportedViolation(violation, window.location.origin), {}));
  // The document was hidden before this script loaded: measuring begins when it is visible.
  if (isHidden()) outbox.flush();
  document.addEventListener('visibilitychange', () => isHidden() && leave());
  window.addEventListener('pagehide', leave);
  return take;
}

function deviceOf(width: number): DeviceClass {
  return width < 640 ? 'small' : width < 1024 ? 'medium' : 'large';
}

/** The mark of Chromium's translator, `translated-ltr`; it changes text during the whole life of the page. */
function isTranslated({ documentElement }: Document): boolean {
  return documentElement.className.includes('translated-');
}
