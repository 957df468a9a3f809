import type { EntryList, FormEntry } from '@voltframe/kit/contract/operations/form-entry';
import type { EnquiryPlace, EnquiryStore } from './enquiry-store.ts';
import type { EnquiryRow } from './migrations.ts';

export type TeamEntries = ReturnType<typeof createTeamEntries>;

/**
 * Size of one page of entries in characters, exceeded by one entry at most, because requests wait during the read.
 */
const PAGE_CHARACTERS = 250_000;

/** The entries of an app's forms, for its team, without held ones. */
export function createTeamEntries(entries: Pick<EnquiryStore, 'get' | 'ofApp'>) {
  return {
    /**
     * @param limit of entries. @param before `next` of an earlier page.
     * @returns the newest first; undefined when `before` is no such place.
     */
    async list(app: string, limit: number, before?: string): Promise<EntryList | undefined> {
      const place = before === undefined ? undefined : readPlace(before);
      if (before !== undefined && !place) return undefined;
      const rows = await entries.ofApp(app, limit + 1, place);
      let characters = 0;
      const isFull = ({ data }: EnquiryRow) => (characters += data.length) > PAGE_CHARACTERS;
      const full = rows.slice(0, limit).findIndex(isFull);
      const shown = rows.slice(0, full < 0 ? limit : full + 1);
      const last = shown.at(-1);
      return {
        entries: shown.map(formEntry),
        ...(last && shown.length < rows.length && { next: `${last.created_at}.${last.id}` }),
      };
    },
    /** @returns an entry with its app, for receivers; undefined when it was erased, or is of no app. */
    async entryOf(id: string): Promise<{ app: string; entry: FormEntry } | undefined> {
      const row = await entries.get(id);
      return row?.app ? { app: row.app, entry: formEntry(row) } : undefined;
    },
  };
}

/** @returns undefined when no page names such a place. */
function readPlace(text: string): EnquiryPlace | undefined {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,40})$/.exec(text) ?? [];
  return id === undefined ? undefined : { at: Number(at), id };
}

/** @returns an entry as receivers and the team's command get it. */
export function formEntry(row: EnquiryRow): FormEntry {
  return {
    id: row.id,
    contract: `${row.form}@${row.version}`,
    receivedAt: new Date(row.created_at).toISOString(),
    values: JSON.parse(row.data) as Record<string, string>,
    ...(row.file_name !== null && {
      file: { name: row.file_name, bytes: row.file_bytes, sha256: row.file_sha256 },
    }),
  };
}
