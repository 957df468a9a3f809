import type { GatewayStatus } from '@voltframe/kit/contract/operations/site-status';
import { DAY_MS } from '@voltframe/kit/contract/units';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** How often a gateway announces itself, in milliseconds. */
export const ANNOUNCE_MS = 10_000;
/** A gateway that is silent for longer, in milliseconds, does not count. */
export const SILENT_MS = 30_000;
/** Rows of gateways that ended without removing their row are removed after this time, in milliseconds. */
const FORGET_MS = DAY_MS;
/** Longest wait of a publish for the other gateways, and the interval of its queries; in milliseconds. */
export const LONGEST_WAIT_MS = 10_000;
const LOOK_MS = 250;

export interface FleetOptions {
  /** Opened by `openDatabase`. Undefined: no other gateway uses the database. */
  db: Kysely<Tables> | undefined;
  own: Pick<GatewayStatus, 'id' | 'version' | 'contract'>;
  /** Id of the composition that this gateway shows; null: none. */
  shows: () => string | null;
  /** Milliseconds since the epoch. The clocks of the gateways may differ by some seconds. */
  now: () => number;
  sleep(ms: number): Promise<unknown>;
}

export interface Fleet {
  announce: () => Promise<void>;
  look: () => Promise<GatewayStatus[]>;
  /** The other gateways at the time of the last query. */
  others: () => readonly GatewayStatus[];
  /**
   * Waits until every gateway shows a composition, for at most 10 seconds.
   * @returns ids of the gateways that do not show it then; none when this one shows a later composition.
   * @throws the error of the database.
   */
  notShowing(composition: string): Promise<string[]>;
  /**
   * Announces this gateway until the end.
   * @param every starts an interval in milliseconds. @returns stops the interval.
   * @param onChange called at the first query, and when a gateway joined or left.
   * @param onError called with the error of a query or of `onChange`.
   * @returns stops it, and removes the row of this gateway.
   */
  start(
    every: (ms: number, callback: () => void) => () => void,
    onChange: () => Promise<void>,
    onError: (error: unknown) => void,
  ): {
    close(): Promise<void>;
  };
}

/** The gateways on one database: each announces itself in the table `gateway`. */
export function createFleet({ db, own, shows, now, sleep }: FleetOptions): Fleet {
  const self = (): GatewayStatus => ({ ...own, composition: shows(), seenAt: now() });
  let others: GatewayStatus[] = [];

  /** Writes the row of this gateway with the composition that it serves. @throws the error of the database. */
  const announce = async (): Promise<void> => {
    if (!db) return;
    const { id, version, contract, composition, seenAt } = self();
    const row = { version, ...contract, composition, seen_at: seenAt };
    await db
      .insertInto('gateway')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  };

  /** @returns the running gateways, this one first. @throws the error of the database. */
  const look = async (): Promise<GatewayStatus[]> => {
    const rows = await db
      ?.selectFrom('gateway')
      .selectAll()
      .where('id', '<>', own.id)
      .where('seen_at', '>', now() - SILENT_MS)
      .orderBy('id')
      .execute();
    others = (rows ?? []).map(({ id, version, oldest, newest, composition, seen_at: seenAt }) => {
      return { id, version, contract: { oldest, newest }, composition, seenAt };
    });
    return [self(), ...others];
  };

  return {
    announce,
    look,
    others: (): readonly GatewayStatus[] => others,
    async notShowing(composition: string): Promise<string[]> {
      for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
        const gateways = await look();
        if (shows() !== composition) return [];
        const behind = gateways.filter((gateway) => gateway.composition !== composition).map(({ id }) => id);
        if (behind.length === 0 || waitedMs >= LONGEST_WAIT_MS) return behind;
        await sleep(LOOK_MS);
      }
    },
    start(
      every: (ms: number, callback: () => void) => () => void,
      onChange: () => Promise<void>,
      onError: (error: unknown) => void,
    ): { close(): Promise<void> } {
      if (!db) return { close: async () => {} };
      let known: string | undefined;
      const tick = async (): Promise<void> => {
        await announce();
        const ids = (await look()).map(({ id }) => id).join(' ');
        if (ids === known) return;
        known = ids;
        await db
          .deleteFrom('gateway')
          .where('seen_at', '<', now() - FORGET_MS)
          .execute();
        await onChange();
      };
      let ticking = Promise.resolve();
      const run = (): void => void (ticking = tick().catch(onError));
      const end = every(ANNOUNCE_MS, run);
      run();
      return {
        async close() {
          end();
          await ticking; // it may write the row again
          await db.deleteFrom('gateway').where('id', '=', own.id).execute().catch(onError);
        },
      };
    },
  };
}
