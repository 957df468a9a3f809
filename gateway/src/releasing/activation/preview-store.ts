import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** Releases that a link shows over the current live site. */
export type StoredPreview = Tables['preview'];

/** The previews, for all gateways of a site and across restarts. An ended preview is not returned. */
export interface PreviewStore {
  find(id: string): Promise<StoredPreview | undefined>;
  /** @param owner default: all. @returns the oldest first. */
  list(owner?: string): Promise<StoredPreview[]>;
  /**
   * Stores a preview; an existing one with the same id is replaced. @param out ids of previews that are removed for
   * it.
   */
  put: (preview: StoredPreview, out: readonly string[]) => Promise<void>;
  /** Changes a preview that was not replaced meanwhile. */
  update(
    preview: Pick<StoredPreview, 'id' | 'made_at'>,
    change: Partial<Pick<StoredPreview, 'composition' | 'inputs' | 'findings'>>,
  ): Promise<void>;
  remove(id: string): Promise<void>;
}

/**
 * @param db opened by `openDatabase`.
 * @param now ms since the epoch.
 */
export function createPreviewStore(db: Kysely<Tables>, now: () => number): PreviewStore {
  const rows = () => db.selectFrom('preview').selectAll().where('ends_at', '>', now());
  return {
    find: (id: string) => rows().where('id', '=', id).executeTakeFirst(),
    list(owner?: string) {
      const asked = owner === undefined ? rows() : rows().where('owner', '=', owner);
      return asked.orderBy('made_at').orderBy('id').execute();
    },
    put: (preview: StoredPreview, out: readonly string[]): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const gone = [preview.id, ...out];
        await tx
          .deleteFrom('preview')
          .where((is) => is.or([is('id', 'in', gone), is('ends_at', '<=', now())]))
          .execute();
        await tx.insertInto('preview').values(preview).execute();
      }),
    async update(
      { id, made_at }: Pick<StoredPreview, 'id' | 'made_at'>,
      change: Partial<Pick<StoredPreview, 'composition' | 'inputs' | 'findings'>>,
    ): Promise<void> {
      await db
        .updateTable('preview')
        .set(change)
        .where('id', '=', id)
        .where('made_at', '=', made_at)
        .execute();
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('preview').where('id', '=', id).execute();
    },
  };
}
