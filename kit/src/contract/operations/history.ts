import type { ReleaseIdentity } from '../release/identity.ts';

export type HistoryAction =
  | 'activate'
  | 'refuse'
  | 'admit'
  | 'preview'
  | 'rollback'
  | 'fallback'
  | 'pin'
  | 'unpin'
  | 'freeze'
  | 'unfreeze'
  | 'retire'
  | 'withdraw'
  /** Another app's release left something of this one's dead: nothing changed of it. */
  | 'warn'
  | 'configure'
  /** Answers of upstreams, by their tags. */
  | 'invalidate'
  | 'token-create'
  | 'token-revoke'
  | 'key-add'
  | 'key-revoke'
  | 'key-forget';

/** Who did what, when, from where to where. `from` and `to` are release digests or composition ids. */
export interface HistoryEntry {
  at: number;
  actor: string;
  action: HistoryAction;
  app: string | null;
  from: string | null;
  to: string | null;
  /** For people; a refused release's findings, one a line, and what it waits for; warnings in the same way. */
  note: string;
  /** Id of the composition that became live with it: entries that follow each other with the same are one step. */
  composition?: string;
  /** Of the release `to`, as whoever published it says. */
  identity?: ReleaseIdentity;
}

export interface HistoryList {
  history: HistoryEntry[];
}
