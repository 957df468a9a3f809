/** An entry of a form: the input of a visitor. */
export interface FormEntry {
  id: string;
  /** Form and version: `contact@1`. */
  contract: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  /** Normalised values by the names of the fields. */
  values: Record<string, string>;
  /** A file is described only; the mail to the owner contains it. */
  file?: { name: string; bytes: number | null; sha256: string | null };
}

/** Answer of `GET /-/entries/:app`, the newest first. `next`: the place of further entries (`?before=`). */
export interface EntryList {
  entries: FormEntry[];
  next?: string;
}
