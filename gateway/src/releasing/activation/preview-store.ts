import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import type { Kysely, Selectable, Updateable } from 'kysely';
import type { ReleaseKey } from '../../platform/database/release-rows.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Releases that a link shows over the current live site. */
export interface StoredPreview {
  id: string;
  /**
   * The previewed apps, sorted, separated by commas: previews of the same apps are listed, replaced and counted
   * together.
   */
  owner: string;
  name: string | null;
  releases: ReleaseKey[];
  /** Bytes of their files that were not live when the preview was created. */
  bytes: number;
  /** Name of the token. */
  actor: string;
  /** Ms since the epoch, as `until`. */
  madeAt: number;
  until: number;
  /** Id of the composition that it was last served as. */
  composition: string;
  /** Digest of the live releases at its admission. */
  inputs: string;
  /** Findings of that admission; empty: it fits. */
  findings: Finding[];
}

export type PreviewStore = ReturnType<typeof createPreviewStore>;

/**
 * The previews, for all gateways of a site and across restarts. An ended preview is not returned.
 * @param db opened by `openDatabase`. @param now ms since the epoch.
 */
export function createPreviewStore(db: Kysely<Tables>, now: () => number) {
  const rows = () => db.selectFrom('site_preview_link').selectAll().where('ends_at', '>', now());
  return {
    async find(id: string): Promise<StoredPreview | undefined> {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && toPreview(row);
    },
    /** @param owner default: all. @returns the oldest first. */
    async list(owner?: string): Promise<StoredPreview[]> {
      const asked = owner === undefined ? rows() : rows().where('owner', '=', owner);
      return (await asked.orderBy('made_at').orderBy('id').execute()).map(toPreview);
    },
    /**
     * Stores a preview; an existing one with the same id is replaced. @param out ids of previews that are removed for
     * it.
     */
    put: (preview: StoredPreview, out: readonly string[]): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const gone = [preview.id, ...out];
        await tx
          .deleteFrom('site_preview_link')
          .where((is) => is.or([is('id', 'in', gone), is('ends_at', '<=', now())]))
          .execute();
        await tx.insertInto('site_preview_link').values(toRow(preview)).execute();
      }),
    /** Changes a preview that was not replaced meanwhile. */
    async update(
      { id, madeAt }: Pick<StoredPreview, 'id' | 'madeAt'>,
      change: Updateable<Pick<Tables['site_preview_link'], 'composition' | 'inputs' | 'findings'>>,
    ): Promise<void> {
      await db
        .updateTable('site_preview_link')
        .set(change)
        .where('id', '=', id)
        .where('made_at', '=', madeAt)
        .execute();
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('site_preview_link').where('id', '=', id).execute();
    },
  };
}

function toRow({ releases, findings, madeAt, until, ...same }: StoredPreview): Tables['site_preview_link'] {
  const json = { releases: JSON.stringify(releases), findings: JSON.stringify(findings) };
  return { ...same, ...json, made_at: madeAt, ends_at: until };
}

function toPreview({
  releases,
  findings,
  made_at: madeAt,
  ends_at: until,
  ...same
}: Selectable<Tables['site_preview_link']>): StoredPreview {
  const parsed = {
    releases: JSON.parse(releases) as ReleaseKey[],
    findings: JSON.parse(findings) as Finding[],
  };
  return { ...same, ...parsed, madeAt, until };
}
