/**
 * Limits of one call of a render process. The reader in the process (render-child.ts) fails a call that passes one of
 * them. The gateway ends a process that sends twice as much, which only code that bypasses the reader can do.
 */
export const CALL_LIMITS = {
  /** Characters in the name of a file. */
  fileName: 500,
  /** Files that are read. */
  files: 1_000,
  /** Characters of all files that are read. */
  readBytes: 64 * 1024 * 1024,
  /** Characters of one question for an upstream, as JSON. */
  questionChars: 40_000,
  /** Bytes of each part of an answer (message-frames.ts); the gateway accepts no more. */
  partBytes: 16 * 1024 * 1024,
} as const;
