import type { HistoryAction } from '@voltframe/kit/contract/operations/history';
import type { Release } from '@voltframe/kit/contract/release/release';

/** Releases that are to go live. */
export interface Deployment {
  releases: Release[];
  /** Who: a source's name, or a token's. */
  actor: string;
  /** All of it or nothing (`mfe publish a b`); otherwise each release has its own decision. */
  together: boolean;
  /** Going back is not held by a pin or a freeze. */
  action?: Extract<HistoryAction, 'activate' | 'rollback' | 'fallback'>;
  /** Of which of its apps something newer was said since it was asked for; asked again and again. */
  replaced?(): string[];
  /** Why, for the history. */
  note?: string;
}
