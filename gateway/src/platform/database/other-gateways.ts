import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { createMutex } from '../runtime/one-at-a-time.ts';
import { createPostgresSession } from './database.ts';

/**
 * Ensures that only one gateway uses a data folder: with SQLite, a second one would not learn of activations.
 * The claim ends with the process, however it ends.
 * @returns ends the claim.
 * @throws when another gateway has the folder.
 */
export function claimDataFolder(dataDir: string): () => void {
  // A lock of SQLite's on an empty database: the operating system frees it even after kill -9.
  const lock = new DatabaseSync(path.join(dataDir, 'gateway.lock'), { timeout: 2_000 });
  try {
    // Without a journal file, because a full disk has no room for it.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if (!/locked|busy/.test(String(error))) throw error;
    throw new Error(
      `Another gateway uses ${dataDir}. Without DATABASE_URL a data folder serves one gateway: ` +
        'give this one a DATA_DIR of its own, or let several share a PostgreSQL database.',
      { cause: error },
    );
  }
  return () => lock.close();
}

/** Admissions and the collection of garbage hold it in turn, on this gateway and among the gateways of a database. */
export interface DeployLock {
  /**
   * Runs `work` alone. Among gateways the lock only avoids wasted work: the store refuses overtaken activations itself.
   */
  hold<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs `work` alone. @returns undefined, and runs nothing, when the lock of a shared database is held. */
  tryHold<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
}

/** Any number that nothing else in the database locks: 'volt' in ASCII. */
const LOCK = 0x76_6f_6c_74;
const LOCK_NOT_AVAILABLE = '55P03';

/** @returns the lock of a gateway that shares no database: the calls wait for each other. */
export function createOwnDeployLock(): DeployLock {
  const mutex = createMutex();
  return { hold: mutex, tryHold: mutex };
}

/**
 * A PostgreSQL advisory lock, in a transaction on a connection of its own: the server releases it when the gateway ends
 * in any way, and a pooler gives the connection to nobody else meanwhile.
 * @param waitMs the longest wait for the lock; then the work runs without it, so that a hanging gateway does not block
 *   others.
 */
export function createPostgresDeployLock(databaseUrl: string, waitMs: number): DeployLock {
  return {
    hold: (work) =>
      inOpenTransaction(databaseUrl, async (session) => {
        await session.query(`set local lock_timeout = ${Math.round(waitMs)}`);
        const lock = { text: 'select pg_advisory_xact_lock($1)', values: [LOCK], query_timeout: 2 * waitMs };
        await session.query(lock).catch((error: { code?: string }) => {
          if (error.code !== LOCK_NOT_AVAILABLE) throw error;
        });
        return work();
      }),
    tryHold: (work) =>
      inOpenTransaction(databaseUrl, async (session) => {
        const lock = { text: 'select pg_try_advisory_xact_lock($1) as got', values: [LOCK] };
        const { rows } = await session.query<{ got: boolean }>(lock);
        return rows[0]?.got ? work() : undefined;
      }),
  };
}

/** The settings of the session are those of the transaction: with a pooler the next session has the connection. */
async function inOpenTransaction<Result>(
  databaseUrl: string,
  use: (session: pg.Client) => Promise<Result>,
): Promise<Result> {
  const session = createPostgresSession(databaseUrl, 'deploy lock');
  session.on('error', () => {}); // the store checks each activation without the lock, too
  try {
    await session.connect();
    // The server notices within half a minute that a machine with the lock is gone.
    await session.query(
      'begin; set local idle_in_transaction_session_timeout = 0; set local tcp_keepalives_idle = 10; ' +
        'set local tcp_keepalives_interval = 5; set local tcp_keepalives_count = 3',
    );
    const result = await use(session);
    await session.query('rollback').catch(() => {});
    return result;
  } finally {
    await session.end().catch(() => {});
  }
}

/** Name of the notification of an activation; its payload is the composition's id. */
export const ACTIVATION_CHANNEL = 'voltframe_live';

/**
 * Notifies of the activations of the other gateways on a database: LISTEN on its own connection, which is reopened
 * when it breaks.
 * @param onActivation called at a notification and after each connect, because notifications may have been missed.
 * @param reconnectMs pause before it connects again, in milliseconds.
 */
export function listenForActivations({
  databaseUrl,
  onActivation,
  onError,
  reconnectMs,
}: {
  databaseUrl: string;
  onActivation(): void;
  onError(error: unknown): void;
  reconnectMs: number;
}) {
  let session: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const reconnect = (broken: pg.Client, error?: unknown) => {
    if (closed || session !== broken) return;
    session = undefined;
    if (error !== undefined) onError(error);
    void broken.end().catch(() => {});
    timer = setTimeout(() => void connect(), reconnectMs).unref();
  };
  const connect = async (): Promise<void> => {
    const own = createPostgresSession(databaseUrl, 'activations');
    session = own;
    own.on('error', (error) => reconnect(own, error));
    own.on('end', () => reconnect(own));
    own.on('notification', () => onActivation());
    try {
      await own.connect();
      await own.query(`listen ${ACTIVATION_CHANNEL}`);
      onActivation();
    } catch (error) {
      reconnect(own, error);
    }
  };
  void connect();
  return {
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await session?.end().catch(() => {});
    },
  };
}
