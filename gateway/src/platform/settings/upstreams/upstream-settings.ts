/** Of answers that one call of a render process may read, together. */
export const MAX_READ_BYTES = 16 * 1024 * 1024;

/** A backend that apps may ask, as whoever runs the site configured it. */
export interface UpstreamSettings {
  /** What apps call it by. */
  name: string;
  /** Nothing outside of it is asked for; its path ends with `/`. */
  base: URL;
  /** Sent with each call, secrets filled in; names in lower case. */
  headers: Record<string, string>;
  /** Apps that may ask it. */
  apps: string[];
  /** Of a call with all its attempts, in ms. */
  timeoutMs: number;
  /** Largest answer. */
  maxBytes: number;
  /** Calls of each app within a second. */
  perSecond: number;
  /** Open to it at once. */
  connections: number;
  /** How long past its `revalidate` an answer is good as long as there is no newer one, in ms. */
  staleIfErrorMs: number;
  /** Headers of answers that release code sees besides its type and language; in lower case. */
  answerHeaders: string[];
}
