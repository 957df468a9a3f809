import type pg from 'pg';
import { createPostgresSession } from './postgres-dialect.ts';

/** Keeps gateways on one database from working on the same deployments at once. */
export interface DeployLock {
  /** Runs `work` alone among all gateways. It is a courtesy: the store itself refuses what another one overtook. */
  hold<Result>(work: () => Promise<Result>): Promise<Result>;
  /** @returns undefined, and runs nothing, when another gateway holds it. */
  tryHold<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
}

/** Any number that nothing else in the database locks: 'volt' in ASCII. */
const LOCK = 0x76_6f_6c_74;
const LOCK_NOT_AVAILABLE = '55P03';

/** One gateway has nobody to wait for. */
export const noDeployLock: DeployLock = { hold: (work) => work(), tryHold: (work) => work() };

/**
 * A PostgreSQL advisory lock, on a connection of its own: whatever becomes of the gateway, the server frees it.
 * @param waitMs after which it goes ahead without the lock, so that a gateway that hangs stops nobody.
 */
export function createPostgresDeployLock(databaseUrl: string, waitMs: number): DeployLock {
  return {
    hold: (work) =>
      inSession(databaseUrl, async (session) => {
        await session.query(`set lock_timeout = ${Math.round(waitMs)}`);
        await session.query('select pg_advisory_lock($1)', [LOCK]).catch((error: { code?: string }) => {
          if (error.code !== LOCK_NOT_AVAILABLE) throw error;
        });
        return work();
      }),
    tryHold: (work) =>
      inSession(databaseUrl, async (session) => {
        const { rows } = await session.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
          LOCK,
        ]);
        return rows[0]?.got ? work() : undefined;
      }),
  };
}

async function inSession<Result>(
  databaseUrl: string,
  use: (session: pg.Client) => Promise<Result>,
): Promise<Result> {
  const session = createPostgresSession(databaseUrl, 'deploy lock');
  session.on('error', () => {}); // Cut off while it holds the lock: what it does next is still checked by the store.
  try {
    await session.connect();
    // The server notices within half a minute that a machine with the lock is gone.
    await session.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    );
    return await use(session);
  } finally {
    await session.end().catch(() => {});
  }
}
