import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@voltframe/kit/contract/units';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Outbox } from './outbox.ts';
import type { WebhookTarget } from './webhook.ts';

export interface Purges {
  /**
   * Stores keys that are to be purged; keys that still wait are purged once for both.
   * @throws when the keys cannot be stored now. Each delivery tries to store them again; a gateway that ends before
   *   purges everything at its next start.
   */
  note(keys: readonly string[]): Promise<void>;
  deliverDue: () => Promise<number>;
}

const CHANNEL = 'cdn-purge';
/** After this time no cache has the page any more. */
const KEPT_MS = DAY_MS;

/** Sends the keys to purge to a shared cache, at least once, also after a restart. */
export function openPurges({
  db,
  target,
  outbox,
  now,
}: {
  db: Kysely<Tables>;
  /** Address of the cache. */
  target: WebhookTarget;
  outbox: Outbox;
  /** ms since the epoch. */
  now: () => number;
}): Purges {
  const webhook = outbox.webhook(target);
  let unstored = new Set<string>();
  const store = async (): Promise<void> => {
    if (unstored.size === 0) return;
    const keys = unstored;
    // Keys after this one belong to a later deploy.
    unstored = new Set();
    const entries = [...keys].map((subjectId) => ({
      subjectId,
      kind: 'purge',
      channel: CHANNEL,
      at: now(),
      id: randomUUID(),
    }));
    try {
      await db.transaction().execute((tx) => outbox.add(tx, entries, 'replace'));
    } catch (error) {
      unstored = keys.union(unstored);
      throw error;
    }
  };
  const { wake, deliverDue } = outbox.serve({
    channels: [CHANNEL],
    // The formats of Cloudflare's and of Fastly's API.
    deliver: ({ id, subject_id: key }) => webhook.post(id, { tags: [key] }, { 'surrogate-key': key }),
    prepare: store,
    keepMs: KEPT_MS,
  });
  return {
    async note(keys: readonly string[]): Promise<void> {
      unstored = unstored.union(new Set(keys));
      await store();
      wake();
    },
    deliverDue,
  };
}
