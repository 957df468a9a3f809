/** A place where releases of one app appear by themselves. Pushed releases come through the operations port instead. */
export interface WatchedSource {
  app: string;
  /** For logs and the history: `folder` or the origin's address. */
  name: string;
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
  /** Body of `release.json`. */
  manifest: string;
  /** @throws when there is no such file or it is longer than `limit` bytes. */
  read(file: string, limit: number): Promise<Uint8Array>;
}
