import type { ViewReport, Vitals } from '@voltframe/kit/contract/reports/view-report';
import type { ErrorGroups } from './error-groups.ts';

export interface OutboxPorts {
  groups: Pick<ErrorGroups, 'take'>;
  send(said: Pick<ViewReport, 'errors' | 'vitals'>): void;
  setTimeout(callback: () => void, ms: number): unknown;
}

/** Sends the reports in small portions. */
export interface Outbox {
  /** There is an error to tell of: soon. */
  plan(): void;
  /** Tells now, of all that there is. */
  flush(vitals?: Vitals): void;
}

/** From an error until it is told of: others may come with it (ms). */
const SOON_MS = 3000;
/** A page that fails for as long as it is open says so a few times. */
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
