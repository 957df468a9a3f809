import { createCoalescingRunner } from '../processes/one-at-a-time.ts';
import type { SenderLog } from './sender.ts';

/** Runs delivery and retention in the background. */
export interface Schedule {
  /** Something was put into the outbox: deliver now. */
  wake(): void;
  /** Ends the timers and waits for a delivery that is under way, but not for a server that hangs: it is tried again later. */
  stop(): Promise<void>;
}

const LOOK_MS = 5_000;
const TIDY_MS = 3_600_000;
/** A stop must be over within the time that a container gets. */
const STOP_MS = 4_000;

/** What is done in the background: of enquiries, of alerts. */
export interface ScheduledWork {
  /** Delivers what is due. */
  deliverDue(): Promise<unknown>;
  /** Removes what is past its time. */
  tidy(): Promise<unknown>;
  /** Begins no further delivery. */
  stopDelivery(): void;
}

/**
 * Looks for due deliveries every 5 s and whenever woken; tidies at the start and hourly. The timers keep no process alive.
 * @param work a failure of it (a database that is away) is logged, and tried again at the next look.
 * @param whose of the log's lines.
 */
export function startSchedule(work: ScheduledWork, log: SenderLog, whose: string): Schedule {
  const guard = (task: () => Promise<unknown>) =>
    task().then(
      () => {},
      (error: unknown) =>
        log.error(
          { code: (error as { code?: string }).code ?? (error as Error).name },
          `${whose}: the background work failed`,
        ),
    );
  const delivery = createCoalescingRunner(() => guard(work.deliverDue));
  const deliver = () => void delivery.run();

  const look = setInterval(deliver, LOOK_MS).unref();
  const tidy = setInterval(() => void guard(work.tidy), TIDY_MS).unref();
  const first = guard(work.tidy);
  return {
    wake: deliver,
    async stop() {
      work.stopDelivery();
      clearInterval(look);
      clearInterval(tidy);
      await Promise.race([Promise.all([first, delivery.close()]), timeLimit(STOP_MS)]);
    },
  };
}

function timeLimit(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
