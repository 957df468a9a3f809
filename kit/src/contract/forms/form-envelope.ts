/** A hidden field that people do not see: only scripts fill it in. */
export const HONEYPOT = 'website';

/** The other parameters of a post: no field has these names. */
export const ENVELOPE = ['contract', 'idempotencyKey', 'elapsedMs', HONEYPOT] as const;
/** In the query of a form's page after a post without JavaScript: `?sent=1` shows the thanks. */
export const SENT_PARAMETER = 'sent';
/** Largest file, in bytes. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** @returns whether the value of a field is a file. */
export function isFileField({ kind }: { kind: string }): boolean {
  return kind === 'pdf' || kind === 'file';
}
