import type { ReleaseFile } from '@voltframe/kit/contract/release/release';

/** A place where releases of one app appear by themselves. Pushed releases come through the operations port instead. */
export interface WatchedSource {
  app: string;
  /** For logs and the history: `folder` or the origin's address. */
  name: string;
  /** Only what is there at the start counts: it is looked at until that is taken or refused. */
  once?: boolean;
  /**
   * Looks once.
   * @param known what the last look that was taken in returned as `version`; undefined = none.
   * @returns undefined when nothing changed since, or nothing is there yet.
   */
  look(known: string | undefined): Promise<Offer | undefined>;
}

/** A release that a source offers, not checked in any way yet. */
export interface Offer {
  /** Changes whenever the offer does. */
  version: string;
  /** When it was written, ms since the epoch; absent where nobody can tell. */
  builtAt?: number;
  /** Body of `release.json`. */
  manifest: string;
  /** Content of `release.sig`; asked for only where one is needed. @returns undefined when there is none. */
  signature(): Promise<string | undefined>;
  /** Content of `release.identity.json`; not looked at yet. @returns undefined when there is none. */
  identity?(): Promise<string | undefined>;
  /** @throws PACK_FILE_MISSING, PACK_FILE_WRONG when it is longer than declared. */
  read(file: string, declared: ReleaseFile): Promise<Uint8Array>;
}
