import { gatewayErrors } from '../errors.ts';
import { createCoalescingRunner } from '../runtime/one-at-a-time.ts';
import { isDatabaseAway } from './database.ts';

/** Since when the database is away (ms since the epoch), and why. */
export interface Away {
  since: number;
  reason: string;
}

export interface DatabaseWatchOptions {
  /** Name of the database for messages, without its password. */
  database: string;
  /** Reason why the database is away for the whole run of the gateway; undefined: it answered at the start. */
  awayAtStart?: string | undefined;
  /** Asks the database. @throws GW_DATABASE_AWAY */
  ask(): Promise<unknown>;
  /** Called when the database goes away, and when it is back (undefined). */
  onChange(away: Away | undefined): void;
  /** ms since the epoch. */
  now: () => number;
}

/** The state of the connection to the database: whether it answers. */
export interface DatabaseWatch {
  database: string;
  away: () => Away | undefined;
  /** @throws GW_DATABASE_AWAY while the database is known to be away. */
  assertThere: () => void;
  /** Resolves when the current query has ended; sends no further one. */
  close: () => Promise<void>;
  /** Queries the database. Calls during a query share the next one. */
  look: () => Promise<void>;
  /**
   * @param ms the longest wait for an answer.
   * @returns the answer. @throws GW_DATABASE_AWAY while the database is known to be away, or after that time.
   */
  within<Answer>(ms: number, query: () => Promise<Answer>): Promise<Answer>;
}

/** A database that does not answer within this time is away. */
const ANSWER_MS = 2_000;
const SILENT = 'it does not answer';

/** Sends no query by itself: the caller calls `look` every few seconds. */
export function createDatabaseWatch({
  database,
  awayAtStart,
  ask,
  onChange,
  now,
}: DatabaseWatchOptions): DatabaseWatch {
  const error = (reason: string) => gatewayErrors.DATABASE_AWAY({ database, reason }, new Error(reason));
  let away: Away | undefined = awayAtStart === undefined ? undefined : { since: now(), reason: awayAtStart };
  const note = (reason: string | undefined): void => {
    if ((reason === undefined) === (away === undefined)) return;
    away = reason === undefined ? undefined : { since: now(), reason };
    onChange(away);
  };
  const asking = createCoalescingRunner(async () => {
    const timer = setTimeout(() => note(SILENT), ANSWER_MS);
    await ask()
      // A connection that broke does not tell whether the database is away: the second query opens a new one.
      .catch((thrown: unknown) => {
        if (!isDatabaseAway(thrown)) throw thrown;
        return ask();
      })
      .then(
        () => note(undefined),
        // Any other error proves that the database answers.
        (thrown: unknown) => note(isDatabaseAway(thrown) ? reasonOf(thrown) : undefined),
      )
      .finally(() => clearTimeout(timer));
  });
  const assertThere = (): void => {
    if (away) throw error(away.reason);
  };
  return {
    database,
    away: (): Away | undefined => away,
    assertThere,
    close: asking.close,
    look: (): Promise<void> => asking.run(),
    async within<Answer>(ms: number, query: () => Promise<Answer>): Promise<Answer> {
      assertThere();
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(error(SILENT)), ms);
      });
      return Promise.race([query(), limit]).finally(() => clearTimeout(timer));
    },
  };
}

/** @returns the reason of GW_DATABASE_AWAY: the code or message of its cause. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? cause?.message ?? message;
}
