import type { ReleaseIdentity } from '../release/identity.ts';

export type HistoryAction =
  | 'activate'
  | 'refuse'
  | 'admit'
  | 'preview'
  | 'preview-end'
  | 'rollback'
  | 'pin'
  | 'unpin'
  | 'freeze'
  | 'unfreeze'
  | 'retire'
  | 'withdraw'
  /** Another app's release broke a link of this app, which did not change. */
  | 'warn'
  | 'configure'
  /** Answers of upstreams, by their tags. */
  | 'invalidate'
  | 'token-create'
  | 'token-revoke'
  | 'key-add'
  | 'key-revoke'
  | 'key-forget'
  /** By the command `inbox`: personal data were erased or exported. The note has numbers, and no address. */
  | 'enquiries-erase'
  | 'enquiries-export';

/** An entry of the history. `from` and `to` are release digests or composition ids. */
export interface HistoryEntry {
  at: number;
  actor: string;
  action: HistoryAction;
  app: string | null;
  from: string | null;
  to: string | null;
  /**
   * A note for people: the findings of a refused release, one a line, the reason of a wait, or warnings.
   */
  note: string;
  /** Of a refused release that is tried again: the apps whose change it waits for; empty: any app's. */
  waitsFor?: string[];
  /** Id of the composition that became live with it: entries that follow each other with the same are one step. */
  composition?: string;
  /** The identity of the release `to`, as its publisher declared it. */
  identity?: ReleaseIdentity;
}

export interface HistoryList {
  history: HistoryEntry[];
}
