/** A module's code. */
export type Factory = (module: object, exports: object, require: WebpackRequire) => void;

/** What of an app's webpack runtime an update needs. */
export interface WebpackRequire {
  (id: string): unknown;
  /** The factories. */
  m: Record<string, Factory>;
  /** The modules that were evaluated. */
  c: Record<string, { exports: Record<string, unknown> } | undefined>;
  /** How chunks are loaded: `j` scripts. Without it there are none. */
  f?: { j?(chunk: string, promises: Promise<unknown>[]): void };
}
