import type { PageData } from '@voltframe/kit/contract/page/page-data';
import {
  REPORT_LIMITS,
  type ReportedError,
  type ViewReport,
  type Vitals,
} from '@voltframe/kit/contract/reports/view-report';
import { HYDRATED_EVENT } from '../boot-state.ts';
import { observeViolations, send } from './refusable.ts';
import { type NewError, placed, reportedError, reportedViolation } from './reported-error.ts';
import type { CaughtError, Navigated, Shown, Signal, Tell } from './signals.ts';
import { watchVitals } from './vitals.ts';

/**
 * Crawlers that identify themselves. Less exact than navigation/crawler.ts, which is larger: single wrong decisions
 * do not matter here.
 */
const CRAWLERS = /bot\b|crawl|spider|lighthouse/i;
/** Delay between an error and its report, so that further errors share the report (ms). */
const SOON_MS = 3000;
/** Limits the reports of a page that fails repeatedly. */
const MOST_REPORTS = 5;
/** Characters of a report: the limit of the body is in bytes, and the body contains more than this. */
const ROOM = 10_000;

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
  const hydratedMs = decided.type === HYDRATED_EVENT ? decided.timeStamp : undefined;
  const vitals = watchVitals(window.performance, hydratedMs);
  const { composition } = data;
  const outbox = createOutbox(window, (said) => {
    const report: ViewReport = { version: 1, composition, ...said };
    send(window, '/-/reports', JSON.stringify(report));
  });
  const note = (error: ReturnType<typeof reportedError>, from: Partial<CaughtError>): void => {
    // Changes by a translator cause errors in correct code.
    if (error && !isTranslated(document)) outbox.add(placed(error, from, shown));
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

/** Sends the reports in small portions. */
function createOutbox(window: Window, post: (said: Pick<ViewReport, 'errors' | 'vitals'>) => void) {
  const groups = createErrorGroups();
  let planned = false;
  let sent = 0;
  function flush(vitals?: Vitals): void {
    const errors = sent < MOST_REPORTS ? groups.take() : [];
    if (errors.length > 0) {
      sent++;
      post({ errors, vitals });
      flush(); // of the rest
    } else if (vitals) post({ vitals });
  }
  return {
    /** Reports an error soon. */
    add(error: NewError): void {
      if (!groups.add(error) || planned) return;
      planned = true;
      window.setTimeout(() => {
        planned = false;
        flush();
      }, SOON_MS);
    },
    /** Sends all that is collected immediately. */
    flush,
  };
}

/** The errors of one document. Equal errors form one group with the count since its last report. */
function createErrorGroups() {
  const groups = new Map<string, ReportedError>();
  return {
    /** @returns whether there is a new error to report */
    add(error: NewError): boolean {
      const key = [error.kind, error.app, error.message, error.stack].join();
      const group = groups.get(key) ?? { ...error, times: 0 };
      if (groups.size < REPORT_LIMITS.errors) groups.set(key, group);
      if (group.times < REPORT_LIMITS.times) group.times++;
      return groups.has(key);
    },
    /** @returns the groups that were not reported yet, as many as a report holds, and marks them as reported */
    take(): ReportedError[] {
      let room = ROOM;
      return [...groups.values()]
        .filter((group) => group.times && (room -= JSON.stringify(group).length) > 0)
        .map((group) => {
          const told = { ...group };
          group.times = 0;
          return told;
        });
    },
  };
}

/** The mark of Chromium's translator, `translated-ltr`; it changes text during the whole life of the page. */
function isTranslated({ documentElement }: Document): boolean {
  return documentElement.className.includes('translated-');
}
