import type { ViewReport, Vitals } from '@voltframe/kit/contract/reports/view-report';
import type { ErrorGroups } from './error-groups.ts';

export interface OutboxPorts {
  groups: Pick<ErrorGroups, 'take'>;
  send(said: Pick<ViewReport, 'errors' | 'vitals'>): void;
  setTimeout(callback: () => void, ms: number): unknown;
}

/** Sends the reports in small portions. */
export interface Outbox {
  /** There is an error to report: sends soon. */
  plan(): void;
  /** Sends all that is collected immediately. */
  flush(vitals?: Vitals): void;
}

/** Delay between an error and its report, so that further errors share the report (ms). */
const SOON_MS = 3000;
/** Limits the reports of a page that fails repeatedly. */
const MOST_REPORTS = 5;

export function createOutbox({ groups, send, setTimeout }: OutboxPorts): Outbox {
  let planned = false;
  let sent = 0;
  function flush(vitals?: Vitals): void {
    const errors = sent < MOST_REPORTS ? groups.take() : [];
    if (errors.length > 0) {
      sent++;
      send({ errors, vitals });
      flush(); // of the rest
    } else if (vitals) send({ vitals });
  }
  return {
    plan() {
      if (planned) return;
      planned = true;
      setTimeout(() => {
        planned = false;
        flush();
      }, SOON_MS);
    },
    flush,
  };
}
